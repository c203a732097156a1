// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/background/shared_work.h"

#include <QSemaphore>
#include <QThreadPool>
#include <QtTest>

#include <atomic>
#include <mutex>
#include <set>
#include <vector>

#include <unistd.h>

using namespace streamscope;

/// Work of a frame that the cores share.
class TestSharedWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doesEachPartOnce();
    void makesNoThreadsOfItsOwn();
    void waitsForNobodyWhenAllAreBusy();
};

void TestSharedWork::doesEachPartOnce()
{
    for (const std::size_t parts : {0, 1, 2, 1000}) {
        std::vector<std::atomic<int>> done(parts);
        shareWork(parts, [&done](std::size_t part) { ++done[part]; });
        for (const auto &times : done)
            QCOMPARE(times.load(), 1);
    }
}

/// A kernel's number of a thread is not given twice in a row: a thread per frame would be a new number per frame.
void TestSharedWork::makesNoThreadsOfItsOwn()
{
    std::mutex mutex;
    std::set<pid_t> threads;
    for (int frame = 0; frame < 200; ++frame)
        shareWork(8, [&](std::size_t) {
            const std::scoped_lock lock(mutex);
            threads.insert(gettid());
        });
    const auto most = static_cast<std::size_t>(QThreadPool::globalInstance()->maxThreadCount()) + 1; // and this one
    QVERIFY2(threads.size() <= most, std::to_string(threads.size()).c_str());
}

/// A picture is made on a thread of the pool while the others do something long.
void TestSharedWork::waitsForNobodyWhenAllAreBusy()
{
    QThreadPool &pool = *QThreadPool::globalInstance();
    QSemaphore end;
    for (int i = 1; i < pool.maxThreadCount(); ++i)
        pool.start([&end] { end.acquire(); });
    std::atomic<int> done = 0;
    QSemaphore finished;
    pool.start([&] {
        shareWork(100, [&done](std::size_t) { ++done; });
        finished.release();
    });
    finished.acquire();
    end.release(pool.maxThreadCount());
    pool.waitForDone();
    QCOMPARE(done.load(), 100);
}

QTEST_GUILESS_MAIN(TestSharedWork)
#include "tst_shared_work.moc"
