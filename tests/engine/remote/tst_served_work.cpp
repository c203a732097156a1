// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/remote/served_work.h"
#include "tests/support/files.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace streamscope;
using namespace streamscope::test;

namespace {

using Kind = WorkQuestion::Kind;

/// Work that ends when it is told to.
class SlowTrace final : public ServedTrace
{
public:
    OpenedTrace opened() const override { return {}; }
    RowsAnswer rows(const RowsQuestion &) const override { return {}; }
    BarAnswer bar(const BarQuestion &) const override { return {}; }
    RangeFigures range(std::int64_t, std::int64_t) const override { return {}; }
    SearchAnswer search(const SearchQuestion &) const override { return {}; }
    RunAnalysis advised(const RunControl &control) const override
    {
        ++begun;
        control.report(3, 7, "trying");
        while (!mayEnd) {
            if (control.stop.stop_requested())
                ++stopped;
            control.checkStop();
            std::this_thread::yield();
        }
        if (fails)
            throw RunError("the model broke");
        RunAnalysis analysis;
        analysis.findings.emplace_back().id = "tried";
        return analysis;
    }
    void exportTo(const WorkQuestion &question, OutputFile &file, const RunControl &control) const override
    {
        if (question.suffix == ".slow") {
            file.write("half of it");
            advised(control);
        } else if (question.suffix != ".csv") {
            throw InputError("an export ends in .csv");
        }
        file.write(std::string(WorkQuestion().size + 5, 'x'));
    }

    mutable std::atomic<int> begun = 0, stopped = 0;
    std::atomic<bool> mayEnd = false, fails = false;
};

QStringList namesIn(const QTemporaryDir &folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

/// Of this process, with a name or without.
int openFilesIn(const QTemporaryDir &folder)
{
    int count = 0;
    for (const QFileInfo &open : QDir(QStringLiteral("/proc/self/fd")).entryInfoList(QDir::AllEntries | QDir::System))
        count += open.symLinkTarget().startsWith(folder.path()) ? 1 : 0;
    return count;
}

WorkQuestion question(Kind kind, std::uint64_t number, std::uint64_t offset = 0, const char *suffix = "")
{
    return {kind, number, suffix, {}, {}, offset};
}

/// The answer when it is done.
WorkAnswer doneAnswer(ServedWork &work, const WorkQuestion &of)
{
    for (;;) {
        WorkAnswer answer = work.answer(of);
        if (answer.isDone)
            return answer;
        std::this_thread::yield();
    }
}

} // namespace

class TestServedWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysHowFarItIs();
    void anotherNumberBeginsAnew();
    void failuresAreThrown();
    void exportsComeInPieces();
    void filesComeInPieces();
    void whatIsDroppedStops();
    void whatIsDroppedLeavesNothing();
    void nothingOutlivesIt();
};

void TestServedWork::saysHowFarItIs()
{
    ServedWork work;
    QVERIFY_THROWS_EXCEPTION(RunError, work.answer(question(Kind::Advice, 1))); // of no trace
    const auto trace = std::make_shared<SlowTrace>();
    work.setTrace(trace, "/x");
    WorkAnswer answer;
    do {
        answer = work.answer(question(Kind::Advice, 1));
        QVERIFY(!answer.isDone && answer.piece.empty());
    } while (answer.done == 0);
    QVERIFY(answer.done == 3 && answer.total == 7 && answer.what == "trying");
    trace->mayEnd = true;
    answer = doneAnswer(work, question(Kind::Advice, 1));
    QCOMPARE(answer.size, answer.piece.size());
    QCOMPARE(readAdvised(QByteArray::fromStdString(answer.piece)).findings.front().id, std::string("tried"));
    QCOMPARE(trace->begun, 1);
    QVERIFY(work.answer(question(Kind::Advice, 1, answer.size)).piece.empty());
}

void TestServedWork::anotherNumberBeginsAnew()
{
    ServedWork work;
    const auto trace = std::make_shared<SlowTrace>();
    work.setTrace(trace, "/x");
    work.answer(question(Kind::Advice, 1));
    while (trace->begun == 0)
        std::this_thread::yield();
    work.answer(question(Kind::Advice, 2));
    QCOMPARE(trace->stopped, 1); // before the second one began
    trace->mayEnd = true;
    doneAnswer(work, question(Kind::Advice, 2));
    QCOMPARE(trace->begun, 2);
}

void TestServedWork::failuresAreThrown()
{
    ServedWork work;
    const auto trace = std::make_shared<SlowTrace>();
    trace->fails = trace->mayEnd = true;
    work.setTrace(trace, "/x");
    for (int i = 0; i < 2; ++i) // also when it is asked again
        try {
            doneAnswer(work, question(Kind::Advice, 1));
            QFAIL("the failure is not said");
        } catch (const RunError &error) {
            QCOMPARE(std::string(error.what()), std::string("the model broke"));
        }
    QVERIFY_THROWS_EXCEPTION(InputError, doneAnswer(work, question(Kind::Export, 2, 0, ".exe")));
}

void TestServedWork::exportsComeInPieces()
{
    ServedWork work;
    work.setTrace(std::make_shared<SlowTrace>(), "/x");
    const WorkAnswer first = doneAnswer(work, question(Kind::Export, 1, 0, ".csv"));
    QCOMPARE(first.size, std::uint64_t{WorkQuestion().size} + 5);
    QCOMPARE(first.piece.size(), std::size_t{WorkQuestion().size});
    const WorkAnswer rest = work.answer(question(Kind::Export, 1, first.piece.size(), ".csv"));
    QCOMPARE(rest.piece, std::string("xxxxx"));
    QCOMPARE(rest.mark, first.mark);
}

void TestServedWork::filesComeInPieces()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("t.json").toStdString();
    store(QString::fromStdString(path), "the trace");
    ServedWork work;
    work.setTrace(std::make_shared<SlowTrace>(), path);
    const WorkAnswer all = work.answer(question(Kind::File, 1));
    QVERIFY(all.isDone && all.size == 9 && all.piece == "the trace");
    QCOMPARE(work.answer(question(Kind::File, 1, 4)).piece, std::string("trace"));
    QVERIFY(work.answer(question(Kind::File, 1, ~std::uint64_t{0})).piece.empty()); // only its size
    store(QString::fromStdString(path), "another trace");
    QVERIFY(work.answer(question(Kind::File, 1, 4)).mark != all.mark);
    QFile::remove(QString::fromStdString(path));
    QVERIFY_THROWS_EXCEPTION(RunError, work.answer(question(Kind::File, 1)));
    work.setTrace(std::make_shared<SlowTrace>(), folder.path().toStdString());
    QVERIFY_THROWS_EXCEPTION(RunError, work.answer(question(Kind::File, 1))); // a folder
}

/// At once for the one who drops it, and other work is as it was.
void TestServedWork::whatIsDroppedStops()
{
    ServedWork work;
    const auto trace = std::make_shared<SlowTrace>();
    work.setTrace(trace, "/x");
    work.answer(question(Kind::Export, 1, 0, ".slow"));
    work.answer(question(Kind::Advice, 2));
    while (trace->begun < 2)
        std::this_thread::yield();
    work.drop(1);
    work.drop(7); // there is none
    while (trace->stopped < 1)
        std::this_thread::yield();
    QVERIFY(!work.answer(question(Kind::Advice, 2)).isDone);
    trace->mayEnd = true;
    doneAnswer(work, question(Kind::Advice, 2));
    QCOMPARE(trace->begun, 2);
    QCOMPARE(trace->stopped, 1);
    doneAnswer(work, question(Kind::Export, 3, 0, ".csv")); // as ever
}

/// Neither while it is written nor afterwards is there a file that a killed engine would leave.
void TestServedWork::whatIsDroppedLeavesNothing()
{
    const QTemporaryDir folder;
    const QByteArray former = qgetenv("TMPDIR");
    qputenv("TMPDIR", folder.path().toUtf8());
    {
        ServedWork work;
        const auto trace = std::make_shared<SlowTrace>();
        work.setTrace(trace, "/x");
        work.answer(question(Kind::Export, 1, 0, ".slow"));
        while (trace->begun == 0) // has written
            std::this_thread::yield();
        QCOMPARE(namesIn(folder), QStringList());
        trace->mayEnd = true;
        work.drop(1);
        doneAnswer(work, question(Kind::Export, 2, 0, ".csv"));
        QCOMPARE(namesIn(folder), QStringList());
        work.drop(2);
        doneAnswer(work, question(Kind::Advice, 3)); // the first one may end now
        while (openFilesIn(folder) > 0)
            work.drop(99); // another question, as they come
        QCOMPARE(openFilesIn(folder), 0);
    }
    former.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", former);
}

void TestServedWork::nothingOutlivesIt()
{
    const auto trace = std::make_shared<SlowTrace>();
    {
        ServedWork work;
        work.setTrace(trace, "/x");
        work.answer(question(Kind::Advice, 1));
        while (trace->begun == 0)
            std::this_thread::yield();
    }
    QCOMPARE(trace->stopped, 1);
    QCOMPARE(trace.use_count(), 1L);
}

QTEST_GUILESS_MAIN(TestServedWork)
#include "tst_served_work.moc"
