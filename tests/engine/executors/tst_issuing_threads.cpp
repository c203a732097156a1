// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/timing/threads/issuing_threads.h"
#include "engine/program/errors.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace streamscope;
using namespace streamscope::test;

/// The host threads that issue a Program on a GPU, without one.
class TestIssuingThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyThreadWorksInEveryRun();
    void aRunThatDoesNotHappen();
    void theFirstExceptionReachesTheCaller();
    void threadsKeepTheOrder();
    void aGivenUpRunEnds();
};

void TestIssuingThreads::everyThreadWorksInEveryRun()
{
    IssuingThreads threads(4);
    std::vector<std::thread::id> first(4);
    for (int run = 0; run < 50; ++run) {
        std::vector<std::thread::id> ids(4);
        IssuingThreads::Start start(threads);
        start.run([&ids](int thread) { ids[static_cast<std::size_t>(thread)] = std::this_thread::get_id(); });
        QCOMPARE(ids[0], std::this_thread::get_id());
        if (run == 0)
            first = ids;
        QVERIFY(ids == first); // the same threads, from run to run
    }
    QVERIFY(first[1] != first[0] && first[2] != first[1] && first[3] != first[2]);
}

void TestIssuingThreads::aRunThatDoesNotHappen()
{
    IssuingThreads threads(3);
    {
        const IssuingThreads::Start nothing(threads);
    }
    std::atomic<int> calls{0};
    IssuingThreads::Start start(threads);
    start.run([&calls](int) { ++calls; });
    QCOMPARE(calls.load(), 3);
}

void TestIssuingThreads::theFirstExceptionReachesTheCaller()
{
    IssuingThreads threads(3);
    for (const int thrower : {0, 1, 2}) {
        std::string message;
        try {
            IssuingThreads::Start start(threads);
            start.run([thrower](int thread) {
                if (thread == thrower)
                    throw RunError("thread " + std::to_string(thread));
            });
        } catch (const RunError &error) {
            message = error.what();
        }
        QCOMPARE(message, "thread " + std::to_string(thrower));
    }
}

/// Two threads hand one stream to each other, 1000 times.
void TestIssuingThreads::threadsKeepTheOrder()
{
    Program program = emptyProgram(1);
    for (int i = 0; i < 2000; ++i)
        program.operations.push_back(onThread(i % 2, kernel(0)));
    IssueProgress progress(program);
    IssuingThreads threads(2);
    for (int run = 0; run < 3; ++run) {
        std::vector<std::size_t> issued;
        progress.reset();
        IssuingThreads::Start start(threads);
        start.run([&](int thread) {
            for (std::size_t i = 0; i < program.operations.size(); ++i) {
                if (program.operations[i].thread != thread)
                    continue;
                if (!progress.await(i))
                    return;
                issued.push_back(i); // needs no lock: that is the point
                progress.returned(thread, i);
            }
        });
        QCOMPARE(issued.size(), program.operations.size());
        QVERIFY(std::is_sorted(issued.begin(), issued.end()));
    }
}

void TestIssuingThreads::aGivenUpRunEnds()
{
    Program program = emptyProgram(1);
    program.operations = {kernel(0), onThread(1, kernel(0))};
    IssueProgress progress(program);
    IssuingThreads threads(2);
    std::atomic<bool> waited{true};
    const auto fail = [&](int thread) {
        if (thread == 1) {
            waited = progress.await(1);
            return;
        }
        progress.giveUp(); // operation 0 is never issued
        throw RunError("failed");
    };
    IssuingThreads::Start start(threads);
    QVERIFY_THROWS_EXCEPTION(RunError, start.run(fail));
    QVERIFY(!waited);
    progress.reset();
    progress.returned(0, 0);
    QVERIFY(progress.await(1));
}

QTEST_GUILESS_MAIN(TestIssuingThreads)
#include "tst_issuing_threads.moc"
