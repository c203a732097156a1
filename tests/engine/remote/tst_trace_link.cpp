// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Long work on a trace behind an engine process of this machine (STREAMSCOPE_PROGRAM) that ends on the way.
#include "engine/program/errors.h"
#include "engine/remote/trace_link.h"
#include "tests/support/files.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <stop_token>
#include <thread>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// More than five pieces.
QByteArray largeTrace()
{
    QByteArray csv =
        "index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\n";
    for (int i = 0; i < 20'000; ++i) {
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
        store(m_folder.filePath("program"), "#!/bin/sh\necho $$ > '" + m_folder.filePath("pid").toUtf8() + "'\nexec '"
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

private:
    static WorkQuestion wanted(WorkQuestion::Kind kind)
    {
        WorkQuestion question;
        question.kind = kind;
        return question;
    }
    void killEngine() const { ::kill(contentOf(m_folder.filePath("pid")).trimmed().toInt(), SIGKILL); }

    const QByteArray m_trace = largeTrace();
    const QTemporaryDir m_folder;
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
    QVERIFY_EXCEPTION_THROWN(m_link->work(wanted(WorkQuestion::Kind::File), control,
                                          [&](std::uint64_t, std::string_view) {
                                              ++pieces;
                                              stop.request_stop();
                                          }),
                             Cancelled);
    QCOMPARE(pieces, 1);
    QVERIFY(m_link->search({"gemm", -1, SearchQuestion::Step::None}, {}).count == 20'000); // the link is as it was
}

QTEST_GUILESS_MAIN(TestTraceLink)
#include "tst_trace_link.moc"
