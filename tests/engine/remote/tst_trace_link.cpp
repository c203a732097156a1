// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Long work on a trace behind an engine process of this machine (STREAMSCOPE_PROGRAM) that ends on the way.
#include "engine/program/errors.h"
#include "engine/remote/trace_link.h"
#include "tests/support/files.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <stop_token>
#include <thread>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int patienceMs = 30'000;
constexpr std::uint64_t operations = 60'000;

/// More than five pieces.
QByteArray largeTrace()
{
    QByteArray csv =
        "index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\n";
    for (std::uint64_t i = 0; i < operations; ++i) {
        const QByteArray n = QByteArray::number(i), at = QByteArray::number(2 * i), end = QByteArray::number(2 * i + 1);
        csv += n + ",kernel,gemm_" + n + ",0,7,compute,0,-1,0," + at + ".000," + at + ".000," + at + ".000," + end
               + ".000,model\n";
    }
    return csv;
}

} // namespace

class TestTraceLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        store(m_folder.filePath("t.csv"), m_trace);
        store(m_folder.filePath("program"), "#!/bin/sh\nexport TMPDIR='" + m_temporary.path().toUtf8()
                                                + "'\necho $$ > '" + m_folder.filePath("pid").toUtf8() + "'\nexec '"
                                                + qgetenv("STREAMSCOPE_PROGRAM") + "' \"$@\"\n");
        QFile::setPermissions(m_folder.filePath("program"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_link = std::make_unique<TraceLink>(localEngineHost(m_folder.filePath("program").toStdString()),
                                             TraceRequestContent{m_folder.filePath("t.csv").toStdString(), false});
        m_link->open({});
    }
    void cleanup() { m_link.reset(); }

    void aFetchGoesOnAfterALoss();
    void aFetchEndsWhereTheFileChanges();
    void adviceBeginsAnewAfterALoss();
    void questionsGoFirst();
    void aStopEndsIt();
    void aStoppedExportLeavesNothingThere();
    void aFailedExportLeavesNothingThere();

private:
    static WorkQuestion wanted(WorkQuestion::Kind kind)
    {
        WorkQuestion question;
        question.kind = kind;
        return question;
    }
    int enginePid() const { return contentOf(m_folder.filePath("pid")).trimmed().toInt(); }
    void killEngine() const { ::kill(enginePid(), SIGKILL); }
    QStringList inEngine(const char *what) const
    {
        return QDir(QStringLiteral("/proc/%1/%2").arg(enginePid()).arg(QLatin1String(what)))
            .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
    }
    /// In its folder for temporary files, with a name or without.
    int filesOfEngine() const
    {
        int count = 0;
        for (const QString &number : inEngine("fd"))
            count += QFile::symLinkTarget(QStringLiteral("/proc/%1/fd/%2").arg(enginePid()).arg(number))
                             .startsWith(m_temporary.path())
                         ? 1
                         : 0;
        return count + static_cast<int>(QDir(m_temporary.path()).entryList(QDir::Files | QDir::Hidden).size());
    }

    const QByteArray m_trace = largeTrace();
    const QTemporaryDir m_folder, m_temporary;
    std::unique_ptr<TraceLink> m_link;
};

void TestTraceLink::aFetchGoesOnAfterALoss()
{
    QCOMPARE(m_link->fileSize({}), static_cast<std::uint64_t>(m_trace.size()));
    QByteArray fetched;
    int pieces = 0;
    m_link->work(wanted(WorkQuestion::Kind::File), {}, [&](std::uint64_t offset, std::string_view piece) {
        QCOMPARE(offset, static_cast<std::uint64_t>(fetched.size())); // nothing comes twice
        fetched.append(piece.data(), static_cast<qsizetype>(piece.size()));
        if (++pieces == 2)
            killEngine();
    });
    QVERIFY(pieces > 4);
    QVERIFY(fetched == m_trace);
    QVERIFY(m_link->takeNotice().find("It was made again.") != std::string::npos);
}

void TestTraceLink::aFetchEndsWhereTheFileChanges()
{
    try {
        m_link->work(wanted(WorkQuestion::Kind::File), {},
                     [&](std::uint64_t, std::string_view) { store(m_folder.filePath("t.csv"), m_trace + "more"); });
        QFAIL("two files are put together");
    } catch (const RunError &error) {
        QVERIFY2(QByteArray(error.what()).contains("changed while it was fetched"), error.what());
    }
}

void TestTraceLink::adviceBeginsAnewAfterALoss()
{
    bool isKilled = false;
    RunControl control;
    control.progress = [&](int, int, const std::string &) {
        if (!std::exchange(isKilled, true))
            killEngine();
    };
    QByteArray bytes;
    m_link->work(wanted(WorkQuestion::Kind::Advice), control, [&](std::uint64_t offset, std::string_view piece) {
        bytes.truncate(static_cast<qsizetype>(offset));
        bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
    });
    QVERIFY(isKilled);
    QVERIFY(!readAdvised(bytes).findings.empty());
}

/// While a fetch goes on, a search is answered between two pieces.
void TestTraceLink::questionsGoFirst()
{
    int pieces = 0, searches = 0;
    std::jthread other;
    m_link->work(wanted(WorkQuestion::Kind::File), {}, [&](std::uint64_t, std::string_view) {
        if (++pieces != 1)
            return;
        other = std::jthread([&] {
            for (int i = 0; i < 3; ++i)
                searches += m_link->search({"gemm_12", -1, SearchQuestion::Step::Next}, {}).found ? 1 : 0;
        });
    });
    other.join();
    QCOMPARE(searches, 3);
    QVERIFY(pieces > 4);
}

void TestTraceLink::aStopEndsIt()
{
    std::stop_source stop;
    RunControl control;
    control.stop = stop.get_token();
    int pieces = 0;
    QVERIFY_THROWS_EXCEPTION(
        Cancelled, m_link->work(wanted(WorkQuestion::Kind::File), control, [&](std::uint64_t, std::string_view) {
            ++pieces;
            stop.request_stop();
        }));
    QCOMPARE(pieces, 1);
    QVERIFY(m_link->search({"gemm", -1, SearchQuestion::Step::None}, {}).count == operations); // the link is as it was
}

/// Neither a thread at work nor a file, written half or wholly.
void TestTraceLink::aStoppedExportLeavesNothingThere()
{
    const auto threads = inEngine("task").size();
    std::stop_source stop;
    RunControl control;
    control.stop = stop.get_token();
    bool isSeen = false;
    const auto stopWhenSeen = [&] {
        isSeen = isSeen || filesOfEngine() > 0;
        if (isSeen)
            stop.request_stop();
    };
    control.progress = [&](int, int, const std::string &) { stopWhenSeen(); };
    WorkQuestion question = wanted(WorkQuestion::Kind::Export);
    question.suffix = ".trace.json.gz";
    QVERIFY_THROWS_EXCEPTION(Cancelled,
                             m_link->work(question, control, [&](std::uint64_t, std::string_view) { stopWhenSeen(); }));
    QVERIFY(isSeen);
    QTRY_COMPARE_WITH_TIMEOUT(inEngine("task").size(), threads, patienceMs);
    QTRY_COMPARE_WITH_TIMEOUT((m_link->fileSize({}), filesOfEngine()), 0, patienceMs);
    QVERIFY(m_link->workBytes(question, {}).size() > 100'000); // the same link makes it now
    QTRY_COMPARE_WITH_TIMEOUT((m_link->fileSize({}), filesOfEngine()), 0, patienceMs);
}

void TestTraceLink::aFailedExportLeavesNothingThere()
{
    WorkQuestion question = wanted(WorkQuestion::Kind::Export);
    question.suffix = ".csv";
    const auto full = [](std::uint64_t, std::string_view) { throw RunError("the disk here is full"); };
    QVERIFY_THROWS_EXCEPTION(RunError, m_link->work(question, {}, full));
    QTRY_COMPARE_WITH_TIMEOUT((m_link->fileSize({}), filesOfEngine()), 0, patienceMs);
}

QTEST_GUILESS_MAIN(TestTraceLink)
#include "tst_trace_link.moc"
