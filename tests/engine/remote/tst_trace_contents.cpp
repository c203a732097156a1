// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/range_figures.h"
#include "engine/remote/engine_message.h"
#include "engine/remote/trace_contents.h"

#include <QtTest>

#include <limits>

using namespace streamscope;

namespace {

OpenedTrace someTrace()
{
    OpenedTrace opened;
    TraceFacts &facts = opened.facts;
    facts.beginNs = -5;
    facts.endNs = 1'000'000;
    facts.operations = 12;
    TraceLane lane;
    lane.key = "stream:0:7";
    lane.title = "Stream 7";
    lane.busyShare = 0.5;
    lane.rows = 2;
    lane.groupings = 3;
    lane.headings.assign(TraceLane::groupingCount, {"group:streams", "Streams", "Streams", true});
    lane.fills = {0x112233, 0x445566, 0x778899, 0xaabbcc};
    facts.lanes = {lane, lane};
    facts.kinds = {OperationKind::H2D, OperationKind::Kernel};
    facts.kernels = {{"gemm", 4, 99}};
    facts.kernelNames = 7;
    facts.density = {0, 128, 255, 1};
    opened.recording.device.name = "NVIDIA H200";
    opened.recording.notes = {"a note"};
    Finding &finding = opened.analysis.findings.emplace_back();
    finding.id = "pageable-copies";
    finding.evidence = {{"copies", 2.0}};
    opened.import.source = "/data/trace.json.gz";
    opened.import.skipped["broken"] = 3;
    opened.import.devices.push_back({0, "NVIDIA H200", 12, 2});
    return opened;
}

RowsQuestion someQuestion()
{
    return {{1'000, 2.5, 100}, {{1, 0}, {1, 1}}};
}

/// Two rows: wide bars with a label behind a waiting one, and cells with mixes.
RowsAnswer someAnswer()
{
    RowBars wide;
    wide.row = {1, 0};
    wide.gaps = {10, -5, 0};
    wide.extents = {21, 41, 31};
    wide.looks = {RowBars::waitingBit | 3, 3, 4};
    wide.coverages = {31, 31, 31};
    wide.labels = {{1, 0}};
    RowBars cells;
    cells.row = {1, 1};
    cells.colours = {3, 4};
    cells.gaps = {0, 0, 50};
    cells.extents = {1, 0, 1};
    cells.looks = {RowBars::edgedBit | 3, 4, RowBars::edgedBit | 4};
    cells.coverages = {12, 31, 1};
    cells.shares = {15, 4};
    cells.stretches = {{0, 2, 5'000'000'000}};
    return {{wide, cells}, {"gemm · 1.2 ms"}};
}

template <typename Read>
bool refuses(const QByteArray &content, Read read)
{
    try {
        read(content);
    } catch (const BrokenStream &) {
        return true;
    }
    return false;
}

} // namespace

/// What an engine tells of a trace, and that nothing else is read.
class TestTraceContents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contentsComeBack();
    void brokenContentsAreRefused();
    void barsStayInThePicture_data();
    void barsStayInThePicture();
    void viewsAreSound();
    void searchesAndWorkComeBack();
};

void TestTraceContents::contentsComeBack()
{
    const QByteArray opened = writeOpenedTrace(someTrace());
    const OpenedTrace again = readOpenedTrace(opened);
    QCOMPARE(writeOpenedTrace(again), opened);
    QCOMPARE(again.facts.lanes[1].headings[4].foldedTitle, std::string("Streams"));
    QVERIFY(again.facts.lanes[0].headings[0].foldedAtFirst);
    QCOMPARE(again.import.skipped.at("broken"), std::uint64_t{3});
    QCOMPARE(again.analysis.findings.front().id, std::string("pageable-copies"));
    QCOMPARE(again.recording.notes, std::vector<std::string>{"a note"});

    const RowsQuestion question = readRowsQuestion(writeRowsQuestion(someQuestion()));
    QVERIFY(question.view == someQuestion().view && question.rows == someQuestion().rows);
    const RowsAnswer answer = readRowsAnswer(writeRowsAnswer(someAnswer()), question);
    QCOMPARE(writeRowsAnswer(answer), writeRowsAnswer(someAnswer()));
    QCOMPARE(answer.rows[1].mixes(), std::size_t{2});

    const TraceRequestContent request = readTraceRequest(writeTraceRequest({"/a b/c.json", true, "de"}));
    QVERIFY(request.path == "/a b/c.json" && request.salvage && request.language == "de");
    const BarQuestion at = readBarQuestion(writeBarQuestion({{-7, 0.5, 9}, {3, 4}, 5, 6}));
    QVERIFY(at.view.originNs == -7 && at.row.lane == 3 && at.row.row == 4 && at.left == 5 && at.pointer == 6);
    const BarAnswer bar = readBarAnswer(writeBarAnswer({"<b>gemm</b>", {{"Name", "gemm"}}, {{1, 2}}}));
    QVERIFY(bar.facts.front().second == "gemm" && bar.times->second == 2);
    QVERIFY(readRangeQuestion(writeRangeQuestion(-3, 4)) == std::pair(std::int64_t{-3}, std::int64_t{4}));
    RangeFigures figures;
    figures.endNs = 9;
    figures.kinds.push_back({OperationKind::D2H, 2, 3, 4, 5, 6, 7.5, 8});
    QCOMPARE(readRangeAnswer(writeRangeAnswer(figures)).kinds.front().meanNs, 7.5);
}

void TestTraceContents::brokenContentsAreRefused()
{
    const auto readAnswer = [](const QByteArray &content) { return readRowsAnswer(content, someQuestion()); };
    const auto check = [](const QByteArray &whole, auto read) {
        for (qsizetype length = 0; length < whole.size(); length += 1 + length / 16)
            if (!refuses(whole.left(length), read))
                return false;
        for (qsizetype at = 0; at < whole.size(); at += 3) { // a checksum covers every byte
            QByteArray broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ 0x55);
            if (!refuses(broken, read))
                return false;
        }
        return refuses(whole + "x", read);
    };
    QVERIFY(check(writeOpenedTrace(someTrace()), readOpenedTrace));
    QVERIFY(check(writeRowsQuestion(someQuestion()), readRowsQuestion));
    QVERIFY(check(writeRowsAnswer(someAnswer()), readAnswer));
    QVERIFY(check(writeBarQuestion({}), readBarQuestion));
    QVERIFY(check(writeBarAnswer({"x", {}, {}}), readBarAnswer));
    QVERIFY(check(writeRangeQuestion(1, 2), readRangeQuestion));
    QVERIFY(check(writeRangeAnswer({}), readRangeAnswer));
    OpenedTrace trace = someTrace();
    trace.facts.lanes[0].headings.pop_back();
    QVERIFY(refuses(writeOpenedTrace(trace), readOpenedTrace));
    trace = someTrace();
    trace.facts.endNs = -6;
    QVERIFY(refuses(writeOpenedTrace(trace), readOpenedTrace));
    QVERIFY(refuses(writeRangeQuestion(2, 1), readRangeQuestion));
    QVERIFY(refuses(writeBarAnswer({"", {}, {{2, 1}}}), readBarAnswer));
}

void TestTraceContents::barsStayInThePicture_data()
{
    QTest::addColumn<int>("fault");
    for (const char *name : {"before the left edge", "behind the right edge", "very long", "a column is short",
                             "no such text", "no such bar", "too few shares", "a colour too many", "another row",
                             "a stretch beyond", "a look too many", "more than all"})
        QTest::newRow(name);
}

void TestTraceContents::barsStayInThePicture()
{
    RowsAnswer answer = someAnswer();
    RowBars &wide = answer.rows[0], &cells = answer.rows[1];
    const QByteArray fault = QTest::currentDataTag();
    if (fault == "before the left edge")
        wide.gaps[1] = -31;
    else if (fault == "behind the right edge")
        wide.gaps[2] = 30;
    else if (fault == "very long")
        wide.extents[2] = std::numeric_limits<std::uint32_t>::max();
    else if (fault == "a column is short")
        wide.looks.pop_back();
    else if (fault == "no such text")
        wide.labels[0].text = 1;
    else if (fault == "no such bar")
        wide.labels[0].bar = 3;
    else if (fault == "too few shares")
        cells.shares.pop_back();
    else if (fault == "a colour too many")
        cells.colours.assign(8, 0);
    else if (fault == "another row")
        cells.row = {1, 0};
    else if (fault == "a stretch beyond")
        cells.stretches[0].past = 101;
    else if (fault == "more than all")
        cells.shares[1] = 16;
    else
        cells.looks[0] = 128;
    QVERIFY(
        refuses(writeRowsAnswer(answer), [](const QByteArray &content) { readRowsAnswer(content, someQuestion()); }));
}

void TestTraceContents::viewsAreSound()
{
    const auto isRefused = [](const TraceView &view) {
        return refuses(writeRowsQuestion({view, {}}), readRowsQuestion)
               && refuses(writeBarQuestion({view, {}, 0, 0}), readBarQuestion);
    };
    QVERIFY(!isRefused({0, 1, 0}));
    QVERIFY(isRefused({0, 0, 10}));
    QVERIFY(isRefused({0, -1, 10}));
    QVERIFY(isRefused({0, std::numeric_limits<double>::quiet_NaN(), 10}));
    QVERIFY(isRefused({0, std::numeric_limits<double>::infinity(), 10}));
    QVERIFY(isRefused({0, 1, TraceView::mostPixels + 1}));
    QVERIFY(isRefused({std::numeric_limits<std::int64_t>::min(), 1, 10}));
}

void TestTraceContents::searchesAndWorkComeBack()
{
    const SearchQuestion asked =
        readSearchQuestion(writeSearchQuestion({"kernel >1ms", 7, SearchQuestion::Step::Previous}));
    QVERIFY(asked.text == "kernel >1ms" && asked.from == 7 && asked.step == SearchQuestion::Step::Previous);
    SearchAnswer found{{}, 3, 99, FoundOperation{2, 7, "stream:0:7", -5, 10, {{"Name", "gemm"}}}};
    const SearchAnswer again = readSearchAnswer(writeSearchAnswer(found));
    QVERIFY(again.count == 3 && again.sumNs == 99 && again.found->number == 2 && again.found->lane == "stream:0:7"
            && again.found->beginNs == -5 && again.found->facts == found.found->facts);
    found.found->number = 4; // of three
    QVERIFY(refuses(writeSearchAnswer(found), readSearchAnswer));
    QVERIFY(refuses(writeSearchQuestion({"", -2, {}}), readSearchQuestion));

    WorkQuestion wanted{WorkQuestion::Kind::Export, 5, ".csv", "look", {{-3, 4}}, 12};
    const WorkQuestion work = readWorkQuestion(writeWorkQuestion(wanted));
    QVERIFY(work.kind == wanted.kind && work.number == 5 && work.suffix == ".csv" && work.look == "look"
            && work.range == wanted.range && work.offset == 12);
    wanted.range->first = 5;
    QVERIFY(refuses(writeWorkQuestion(wanted), readWorkQuestion));
    wanted.range.reset();
    for (const std::uint32_t size : {0U, WorkQuestion::mostPiece + 1}) {
        wanted.size = size;
        QVERIFY(refuses(writeWorkQuestion(wanted), readWorkQuestion));
    }
    const auto readAnswer = [&](const QByteArray &content) { return readWorkAnswer(content, work); };
    WorkAnswer answer{1, 2, "trying", true, 20, "mark", "12345678"};
    QCOMPARE(readAnswer(writeWorkAnswer(answer)).piece, answer.piece);
    answer.piece += '9'; // behind its end: the question's offset is 12
    QVERIFY(refuses(writeWorkAnswer(answer), readAnswer));
    answer = {1, 2, "trying", false, 0, {}, "x"};
    QVERIFY(refuses(writeWorkAnswer(answer), readAnswer));
    answer = {3, 2, "trying", false, 0, {}, {}};
    QVERIFY(refuses(writeWorkAnswer(answer), readAnswer));

    QCOMPARE(readAdvised(writeAdvised(someTrace().analysis)).findings.front().id, std::string("pageable-copies"));
}

QTEST_GUILESS_MAIN(TestTraceContents)
#include "tst_trace_contents.moc"
