// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The one way to work beside the thread of the window.
#include "gui/background/background_task.h"

#include "engine/program/errors.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <optional>

using namespace streamscope;

class BackgroundTaskTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theResultComesOnThisThread();
    void fewPartsAreDoneAtOnce();
    void anExceptionIsAnAnswer_data();
    void anExceptionIsAnAnswer();
    void aThrowingAnswerIsSaid();
    void whatNobodyAnswersIsSaid();
    void progressComesOnThisThread();
    void aCancelledRequestHasNoAnswer();
    void onlyTheLatestRequestCounts();
    void theDestructorStopsAndWaits();
    void everyOtherRequestCounts();
    void aCancelledOneIsWaitedForByNobody();
};

namespace {

/// Works until it is asked to stop.
int workUntilStopped(const RunControl &control)
{
    while (!control.stop.stop_requested())
        QThread::yieldCurrentThread();
    return 0;
}

} // namespace

void BackgroundTaskTest::theResultComesOnThisThread()
{
    BackgroundTask task;
    QThread *worked = nullptr, *answered = nullptr;
    QSignalSpy busy(&task, &BackgroundTask::busyChanged);
    task.start([](const RunControl &) { return QThread::currentThread(); },
               [&](QThread *thread) {
                   worked = thread;
                   answered = QThread::currentThread();
               });
    QVERIFY(task.isBusy());
    QVERIFY(!answered);
    QTRY_COMPARE(answered, QThread::currentThread());
    QVERIFY(worked != answered);
    QVERIFY(!task.isBusy());
    QCOMPARE(busy.size(), 2);
}

void BackgroundTaskTest::fewPartsAreDoneAtOnce()
{
    BackgroundTask task;
    QThread *worked = nullptr;
    const auto work = [](const RunControl &) { return QThread::currentThread(); };
    const auto done = [&](QThread *thread) { worked = thread; };
    task.startOrDo(1000, work, done);
    QCOMPARE(worked, QThread::currentThread());
    task.startOrDo(10'000'000, work, done);
    QVERIFY(task.isBusy());
    task.startOrDo(1000, work, [&](QThread *) { worked = nullptr; }); // takes the place of the other
    QVERIFY(!worked && !task.isBusy());
    QString problem;
    task.startOrDo(
        1000, [](const RunControl &) -> int { throw InputError("odd"); }, [](int) {},
        [&](const QString &text) { problem = text; });
    QCOMPARE(problem, QStringLiteral("odd"));
}

void BackgroundTaskTest::anExceptionIsAnAnswer_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    QTest::newRow("bad input") << 0 << "the file is odd";
    QTest::newRow("no memory") << 1 << "Not enough host memory for this.";
    QTest::newRow("no exception of the library") << 2 << "Work in the background failed.";
}

void BackgroundTaskTest::anExceptionIsAnAnswer()
{
    QFETCH(int, kind);
    QFETCH(QString, text);
    BackgroundTask task;
    QString problem;
    QSignalSpy unanswered(&BackgroundProblems::instance(), &BackgroundProblems::arose);
    task.start(
        [kind](const RunControl &) -> int {
            if (kind == 0)
                throw InputError("the file is odd");
            if (kind == 1)
                throw std::bad_alloc();
            throw 5;
        },
        [](int) { QFAIL("there is no result"); }, [&](const QString &said) { problem = said; });
    QTRY_COMPARE(problem, text);
    QVERIFY(!task.isBusy());
    QVERIFY(unanswered.isEmpty());
    bool works = false; // afterwards as before
    task.start([](const RunControl &) { return true; }, [&](bool result) { works = result; });
    QTRY_VERIFY(works);
}

void BackgroundTaskTest::aThrowingAnswerIsSaid()
{
    BackgroundTask task;
    QString problem;
    task.start([](const RunControl &) { return 0; }, [](int) { throw std::bad_alloc(); },
               [&](const QString &said) { problem = said; });
    QTRY_VERIFY(problem.contains("memory"));
}

void BackgroundTaskTest::whatNobodyAnswersIsSaid()
{
    BackgroundTask task;
    QSignalSpy arose(&BackgroundProblems::instance(), &BackgroundProblems::arose);
    task.start([](const RunControl &) -> int { throw RunError("no room"); }, [](int) {});
    QVERIFY(arose.wait());
    QCOMPARE(arose[0][0].toString(), QStringLiteral("no room"));
}

void BackgroundTaskTest::progressComesOnThisThread()
{
    BackgroundTask task;
    QSignalSpy progress(&task, &BackgroundTask::progress);
    bool isDone = false;
    task.start(
        [](const RunControl &control) {
            control.report(1, 2, "half");
            return true;
        },
        [&](bool) {
            QCOMPARE(progress.size(), 1); // before the result
            isDone = true;
        });
    QTRY_VERIFY(isDone);
    QCOMPARE(progress[0], QVariantList({1, 2, "half"}));
}

void BackgroundTaskTest::aCancelledRequestHasNoAnswer()
{
    BackgroundTask task;
    int answers = 0;
    task.start(
        workUntilStopped, [&](int) { ++answers; }, [&](const QString &) { ++answers; });
    task.start(workUntilStopped, [&](int) { ++answers; }); // waits for the first
    task.cancel();
    QVERIFY(!task.isBusy());
    bool isDone = false;
    task.start([](const RunControl &) { return 0; }, [&](int) { isDone = true; });
    QTRY_VERIFY(isDone);
    QCOMPARE(answers, 0);
}

/// While a knob moves there are many requests: those in between are never worked on.
void BackgroundTaskTest::onlyTheLatestRequestCounts()
{
    BackgroundTask task;
    QSemaphore isAtWork;
    std::atomic<int> worked = 0;
    QList<int> results;
    task.start(
        [&](const RunControl &control) {
            ++worked;
            isAtWork.release();
            return workUntilStopped(control);
        },
        [&](int) { results << -1; });
    isAtWork.acquire();
    for (int i = 1; i <= 20; ++i)
        task.start(
            [&worked, i](const RunControl &) {
                ++worked;
                return i;
            },
            [&](int result) { results << result; });
    QTRY_COMPARE(results, QList<int>{20});
    QCOMPARE(worked.load(), 2);
}

void BackgroundTaskTest::theDestructorStopsAndWaits()
{
    std::atomic<bool> isOver = false;
    int answers = 0;
    {
        BackgroundTask task;
        QSemaphore isAtWork;
        task.start(
            [&](const RunControl &control) {
                isAtWork.release();
                const int result = workUntilStopped(control);
                isOver = true;
                return result;
            },
            [&](int) { ++answers; });
        isAtWork.acquire();
        task.start([](const RunControl &) { return 0; }, [&](int) { ++answers; });
    }
    QVERIFY(isOver);
    QCoreApplication::sendPostedEvents();
    QCOMPARE(answers, 0);
}

void BackgroundTaskTest::everyOtherRequestCounts()
{
    QObject parent;
    QList<int> results;
    for (int i = 0; i < 3; ++i)
        BackgroundTask::startAnother(
            &parent, [i](const RunControl &) { return i; }, [&](int result) { results << result; });
    QTRY_COMPARE(results.size(), 3);
    QTRY_VERIFY(parent.children().isEmpty());
}

/// It deletes itself when its thread has seen the stop request, and not before.
void BackgroundTaskTest::aCancelledOneIsWaitedForByNobody()
{
    QObject parent;
    QSemaphore mayEnd;
    BackgroundTask *task = BackgroundTask::startAnother(
        &parent,
        [&](const RunControl &control) {
            workUntilStopped(control);
            mayEnd.acquire();
            return 0;
        },
        [](int) { QFAIL("it was cancelled"); });
    task->cancel();
    QVERIFY(!task->isBusy());
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // would wait for ever
    QCOMPARE(parent.children().size(), 1);
    mayEnd.release();
    QTRY_VERIFY(parent.children().isEmpty());
}

QTEST_GUILESS_MAIN(BackgroundTaskTest)
#include "tst_background_task.moc"
