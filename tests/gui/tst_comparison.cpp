// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Two runs in the real window: chosen, drawn, read, exported and closed again.
#include "gui/window/main_window.h"
#include "tests/support/model_testers.h"

#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/run/named_run.h"
#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/comparison/comparison_panel.h"
#include "gui/comparison/comparison_picture.h"
#include "gui/parameters/parameter_field.h"
#include "gui/parameters/parameter_form.h"
#include "gui/results/operations_table.h"
#include "gui/results/panels.h"
#include "gui/results/range_panel.h"
#include "gui/tables/table_columns.h"
#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/marks/narrow_differences.h"
#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/application_theme.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/run_history.h"
#include "gui/workspace/settings.h"
#include "tests/gui/sample_runs.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// A run of one stream on a fictional GPU, measured by events: a copy, a kernel, and one more kernel if wanted.
NamedRun measured(const QString &title, std::int64_t copyNs, std::int64_t kernelNs, bool another)
{
    auto recording = std::make_shared<Recording>();
    recording->device.id = "cuda:0";
    recording->device.name = "Test GPU";
    recording->device.asyncEngineCount = 2;
    Timeline &timeline = recording->timeline;
    timeline.addStream({"0", 0, 0});
    Span span;
    span.stream = 0;
    span.clock = Clock::EventEngine;
    const auto add = [&](OperationKind kind, const char *name, std::int64_t lengthNs) {
        span.kind = kind;
        span.engine = engineOf(kind);
        span.name = timeline.intern(name);
        span.issue = span.ready = span.start = span.end;
        span.end = span.start + lengthNs;
        timeline.append(span);
    };
    span.end = 5'000; // the run does not begin at 0
    add(OperationKind::H2D, "in", copyNs);
    add(OperationKind::Kernel, "work", kernelNs);
    if (another)
        add(OperationKind::Kernel, "extra", 1'000'000);
    NamedRun run;
    run.title = title;
    run.recording = recording;
    return run;
}

std::shared_ptr<const ComparedRuns> twoRuns(ComparisonScale scale)
{
    return std::make_shared<const ComparedRuns>(measured("first", 1'000'000, 3'000'000, false),
                                                measured("second", 1'000'000, 4'500'000, true), scale);
}

} // namespace

class ComparisonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = firstWindow();
    }
    void cleanup() { m_window.reset(); }
    void lanesAreInPairsAndSayWhoseTheyAre();
    void labelsSayOwnTimesOnEitherAxis();
    void hostsOfBothStayApart();
    void devicesKeepTheirOwnNumbers();
    void predictionsAreOutlinedOnTheirSideOnly();
    void historyKeepsTheNewest();
    void historyCountsAllThatARunHolds_data();
    void historyCountsAllThatARunHolds();
    void twoRunsOfTheSession();
    void keptRunIsTheBaselineOfTheNext();
    void filesAreComparedOffTheThread();
    void brokenFilesAreSaid();
    void rowsAndBarsAreOneSelection();
    void filtersAndCopies();
    void largeTablesAreArrangedAside();
    void longNamesLeaveTheFiguresInSight();
    void manyTimesAsLongIsSaidInTimes();
    void copiesFromOtherMemoryAreMatched();
    void tracesOfOthersBesideARun();
    void axisIsSwitched();
    void theCriticalPathStaysOnTheOtherAxis();
    void theSmsOfBothAreShown();
    void predictionBesideARun();
    void picturesShowBoth();
    void closingBringsTheRunBack();
    void itIsADocument();
    void whatComesTooLateIsDropped();
    void changesCountFromTheBaseline();
    void copiesHiddenAreAShare();
    void baselineAndThisRunAreSwapped();
    void theOlderOfTwoDroppedFilesIsTheBaseline();

private:
    template <typename T>
    T *child(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    void run();
    void compareWithFormerRun();
    ComparisonController *desk() const { return m_window->findChild<ComparisonController *>(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void ComparisonTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    qRegisterMetaType<std::shared_ptr<const RunResult>>();
}

void ComparisonTest::run()
{
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    child<QAction>("run")->trigger();
    QVERIFY(finished.wait(20'000));
    QTRY_VERIFY(!m_window->controller().isBusy());
}

void ComparisonTest::lanesAreInPairsAndSayWhoseTheyAre()
{
    const TimelineContent content(twoRuns(ComparisonScale::Absolute));
    QStringList labels;
    for (const auto &lane : content.lanes()) {
        labels << lane->title;
        QVERIFY(lane->detail.contains(QStringLiteral("cuda:0 · event+engine")));
    }
    QCOMPARE(labels, QStringList({"Baseline  Stream 0", "This run  Stream 0", "Baseline  Copy engine H2D",
                                  "This run  Copy engine H2D", "Baseline  Compute (SMs)", "This run  Compute (SMs)"}));
    // Each lane has its own run's operations only, busy for its own run's share.
    const OperationLane &a = *content.operationLanes()[0], &b = *content.operationLanes()[1];
    QCOMPARE(a.lane.spans, std::vector<std::uint32_t>({0, 1}));
    QCOMPARE(b.lane.spans, std::vector<std::uint32_t>({2, 3, 4}));
    QCOMPARE(*a.busyShare, 1.0);
    QCOMPARE(*b.busyShare, 1.0);
    LaneArrangement devices;
    devices.grouping = LaneGrouping::Devices;
    const LaneList byRun = arrangedLanes(content, devices);
    QVERIFY(byRun.entries[0].title.startsWith(QStringLiteral("Baseline: Measured  ·  first  ·  Test GPU (cuda:0)")));
    QCOMPARE(byRun.entries[4].isHeading(), true);
    QVERIFY(byRun.entries[4].title.startsWith(QStringLiteral("This run: Measured  ·  second")));
}

void ComparisonTest::labelsSayOwnTimesOnEitherAxis()
{
    for (const ComparisonScale scale : {ComparisonScale::Absolute, ComparisonScale::Normalised}) {
        const TimelineContent content(twoRuns(scale));
        SceneRequest request;
        request.size = {1600, 400};
        request.axis = TimeAxis::fitted(content.beginNs(), content.endNs(), 1400);
        request.font = QGuiApplication::font();
        const TimelineScene scene = buildScene(content, request);
        QStringList labels;
        for (const SceneBarLabel &label : scene.barLabels)
            labels << QString(label.text.text).replace(QChar(u'\u00a0'), QLatin1Char(' '));
        for (const char *wanted :
             {"in · 1 ms", "work · 3 ms", "work · 4.5 ms · ▲ +50 %", "in · 1 ms · =", "only in this run"})
            QVERIFY2(labels.join('\n').contains(QString::fromUtf8(wanted)), qPrintable(labels.join('\n')));
        const QString lastTick = scene.ticks.back().label.text;
        QCOMPARE(lastTick.endsWith(QLatin1Char('%')), scale == ComparisonScale::Normalised);
        // On the one axis A ends where its time does, on the other both end at 100 %.
        const double ends[] = {scene.bars[1].rect.right(), scene.bars[4].rect.right()};
        if (scale == ComparisonScale::Normalised)
            QVERIFY(std::abs(ends[0] - ends[1]) <= 1);
        else
            QVERIFY(ends[1] - ends[0] > 400);
    }
    const auto compared = twoRuns(ComparisonScale::Normalised);
    QCOMPARE(compared->ownTime(Side::A, normalisedLengthNs), std::int64_t{4'005'000});
    QCOMPARE(compared->ownLength(Side::B, normalisedLengthNs / 2), std::int64_t{3'250'000});
}

void ComparisonTest::hostsOfBothStayApart()
{
    const auto result = runPreset("host-overlap");
    const NamedRun run = namedRun(result);
    const TimelineContent content(std::make_shared<const ComparedRuns>(run, run, ComparisonScale::Absolute));
    int hosts = 0;
    for (const OperationLane *lane : content.operationLanes()) {
        if (lane->lane.kind != LaneKind::Host)
            continue;
        ++hosts;
        for (const std::uint32_t span : lane->lane.spans)
            QCOMPARE(content.compared()->sideOf(span), *lane->side);
    }
    QCOMPARE(hosts, 2);
    QCOMPARE(clockNames(content.timeline()), QStringLiteral("model"));
    QVERIFY(!content.isSimulated()); // each side says it for itself
}

void ComparisonTest::devicesKeepTheirOwnNumbers()
{
    const NamedRun run = namedRun(runPreset("peer-copy"));
    const TimelineContent content(std::make_shared<const ComparedRuns>(run, run, ComparisonScale::Absolute));
    QStringList engines[2];
    for (const OperationLane *lane : content.operationLanes())
        if (lane->lane.kind == LaneKind::Engine)
            engines[static_cast<std::size_t>(*lane->side)] << lane->title.section(QStringLiteral("  "), 1);
    QVERIFY(engines[0].filter(QStringLiteral("GPU 1 ")).size() > 0);
    QCOMPARE(engines[1], engines[0]); // the second GPU of either is its GPU 1
}

void ComparisonTest::predictionsAreOutlinedOnTheirSideOnly()
{
    NamedRun prediction = measured("model", 900'000, 3'000'000, false);
    prediction.origin = RunOrigin::Predicted;
    const TimelineContent content(std::make_shared<const ComparedRuns>(measured("run", 1'000'000, 3'000'000, false),
                                                                       prediction, ComparisonScale::Absolute));
    SceneRequest request;
    request.size = {1600, 400};
    request.axis = TimeAxis::fitted(content.beginNs(), content.endNs(), 1400);
    request.font = QGuiApplication::font();
    const TimelineScene scene = buildScene(content, request);
    QVERIFY(scene.outlined);
    for (const SceneLane &lane : scene.lanes)
        QCOMPARE(lane.content->isPrediction, lane.content->side == Side::B);
    QStringList samples;
    for (const DifferenceSample &sample : differenceSamples(*content.compared()))
        samples << sample.text;
    QVERIFY(samples.first().contains(QStringLiteral("this run is predicted")));
    QVERIFY(samples.join(' ').contains(QStringLiteral("shorter than in baseline")));
    QVERIFY(!samples.join(' ').contains(QStringLiteral("longer than in baseline"))); // there is none
}

void ComparisonTest::historyKeepsTheNewest()
{
    RunHistory history;
    for (int i = 0; i < 20; ++i)
        history.add(measured(QString::number(i), 1000, 1000, false));
    QCOMPARE(history.runs().size(), RunHistory::maxRuns);
    QCOMPARE(history.runs().front().title, QStringLiteral("19"));
    const NamedRun again = history.runs()[3];
    history.add(again);
    QCOMPARE(history.runs().front().title, again.title);
    QCOMPARE(history.runs().size(), RunHistory::maxRuns);
}

void ComparisonTest::historyCountsAllThatARunHolds_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("spans") << "spans";
    QTest::newRow("names") << "names";
    QTest::newRow("blocks") << "blocks";
    QTest::newRow("links") << "links";
    QTest::newRow("operations") << "operations";
}

/// Each kind of content alone, a megabyte of it, pushes a former run out.
void ComparisonTest::historyCountsAllThatARunHolds()
{
    QFETCH(QString, what);
    NamedRun large = measured(what, 1000, 1000, false);
    auto recording = std::make_shared<Recording>(*large.recording);
    Timeline &timeline = recording->timeline;
    constexpr int many = 40'000; // of at least 25 bytes each
    if (what == "spans" || what == "links") {
        for (int i = 0; i < many; ++i)
            timeline.append(timeline.span(0));
    }
    if (what == "links") {
        std::vector<EventLink> links;
        for (std::uint32_t from = 0; from < 16; ++from)
            for (std::uint32_t to = 16; to < many; ++to)
                links.push_back({from, to});
        timeline.setEventLinks(links);
    } else if (what == "names") {
        for (int i = 0; i < many; ++i)
            timeline.intern("kernel " + std::to_string(i));
    } else if (what == "blocks") {
        BlockRecords blocks;
        for (int i = 0; i < many; ++i)
            blocks.append({1, static_cast<std::uint32_t>(i), 0, i, i + 1});
        timeline.setBlocks(std::move(blocks), Clock::Model);
    } else if (what == "operations") {
        auto program = std::make_shared<Program>();
        program->operations.resize(many);
        large.program = program;
    }
    large.recording = recording;
    const std::size_t little = what == "links" ? 4'000'000 : 1'000'000; // links are beside their spans
    for (const bool fits : {false, true}) {
        RunHistory history(fits ? 20 * little : little);
        history.add(measured("former", 1000, 1000, false));
        history.add(large);
        QCOMPARE(history.runs().size(), fits ? std::size_t{2} : std::size_t{1});
        QCOMPARE(history.runs().front().title, what);
    }
}

/// Runs, changes a knob, runs again and chooses the first run as the baseline.
void ComparisonTest::compareWithFormerRun()
{
    run();
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    run();
    QMenu *menu = child<QToolButton>("compareButton")->menu();
    Q_EMIT menu->aboutToShow();
    QSignalSpy shown(desk(), &ComparisonController::shown);
    auto *entry = child<QAction>("compareRun0");
    QVERIFY(entry);
    entry->trigger();
    QVERIFY(shown.wait(10'000));
}

void ComparisonTest::twoRunsOfTheSession()
{
    QVERIFY(!child<QAction>("closeComparison")->isEnabled());
    compareWithFormerRun();
    QVERIFY(child<ComparisonBar>("comparisonBar")->isVisible());
    QCOMPARE(child<QLabel>("baselineBadge")->text(), QStringLiteral("Simulated"));
    QCOMPARE(child<QLabel>("thisRunBadge")->text(), QStringLiteral("Simulated"));
    QVERIFY(child<QLabel>("baselineText")->text().contains(QStringLiteral("clock: model")));
    const auto compared = desk()->compared();
    QVERIFY(compared->comparison->onlyA > 0); // from 16 chunks to 4
    QCOMPARE(compared->run(Side::B).recording.get(), &m_window->workspace().shown().result->recording);
    const auto *timeline = m_window->timeline();
    QCOMPARE(timeline->state()->content()->compared(), compared.get());
    QCOMPARE(timeline->state()->content()->timeline().size(), compared->merged->timeline.size());
    QVERIFY(timeline->state()->scene().lanes.size() >= 4);
    auto *totals = child<QTreeWidget>("comparisonTotals");
    QCOMPARE(totals->topLevelItem(0)->text(0), QStringLiteral("Makespan"));
    QVERIFY(totals->topLevelItem(0)->text(3).contains(QLatin1Char('%')));
    auto *table = child<QTableView>("differencesTable");
    QCOMPARE(table->model()->rowCount(), static_cast<int>(compared->comparison->operations.size()));
    QCOMPARE(child<QLabel>("comparisonCount")->text(),
             QStringLiteral("%1 of %1").arg(compared->comparison->operations.size()));
}

void ComparisonTest::keptRunIsTheBaselineOfTheNext()
{
    run();
    const auto first = m_window->workspace().shown().result;
    child<QAction>("keepAsBaseline")->trigger();
    QVERIFY(!desk()->isShown());
    setKnob(*m_window, "chunks", QStringLiteral("2"));
    QSignalSpy shown(desk(), &ComparisonController::shown);
    run();
    QTRY_COMPARE(shown.size(), 1);
    QCOMPARE(desk()->compared()->run(Side::A).recording.get(), &first->recording);
    QCOMPARE(desk()->compared()->run(Side::B).recording.get(), &m_window->workspace().shown().result->recording);
    // While two are compared each new run takes the place of this run.
    setKnob(*m_window, "chunks", QStringLiteral("8"));
    run();
    QTRY_COMPARE(shown.size(), 2);
    QCOMPARE(desk()->compared()->run(Side::B).recording.get(), &m_window->workspace().shown().result->recording);
    QCOMPARE(desk()->compared()->run(Side::A).recording.get(), &first->recording);
    child<QAction>("closeComparison")->trigger();
    QVERIFY(!m_window->timeline()->state()->content()->compared());
    QCOMPARE(&m_window->timeline()->state()->content()->timeline(),
             &m_window->workspace().shown().result->recording.timeline);
}

void ComparisonTest::filesAreComparedOffTheThread()
{
    run();
    const QString path = m_folder->filePath(QStringLiteral("b.csv"));
    store(path, operationsCsv(measured("x", 1'000'000, 2'000'000, true).recording->timeline));
    m_window->setFileChoosers([&](const QString &, const QString &, const QString &) { return path; }, {});
    QSignalSpy shown(desk(), &ComparisonController::shown);
    child<QAction>("compareFile")->trigger();
    QVERIFY(desk()->isBusy()); // the answer comes later
    QVERIFY(!desk()->isShown());
    QVERIFY(shown.wait(10'000));
    QCOMPARE(child<QLabel>("baselineBadge")->text(), QStringLiteral("Imported"));
    QVERIFY(child<QLabel>("baselineText")->text().contains(QStringLiteral("b.csv")));
    QVERIFY(child<QLabel>("baselineText")->text().contains(QStringLiteral("clock: event+engine")));
}

void ComparisonTest::brokenFilesAreSaid()
{
    run();
    const QString path = m_folder->filePath(QStringLiteral("b.csv"));
    store(path, "this is no run\n");
    m_window->setFileChoosers([&](const QString &, const QString &, const QString &) { return path; }, {});
    child<QAction>("compareFile")->trigger();
    QTRY_COMPARE(m_window->messages()->kind(), MessageBar::Kind::Error);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("b.csv")));
    QVERIFY(!desk()->isShown());
    QVERIFY(!desk()->isBusy());
}

void ComparisonTest::rowsAndBarsAreOneSelection()
{
    compareWithFormerRun();
    const auto compared = desk()->compared();
    auto *table = child<QTableView>("differencesTable");
    const auto *selection = m_window->findChild<SelectionPanel *>();
    // From the table to the timeline.
    const QModelIndex cell = table->model()->index(2, DifferencesModel::Difference);
    table->scrollTo(cell);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    const auto selected = m_window->timeline()->state()->selectedSpan();
    QVERIFY(selected);
    const auto *model = static_cast<DifferencesModel *>(table->model());
    QCOMPARE(static_cast<int>(*selected), model->spanAt(2));
    // From a bar of this run to its row; the panel speaks of its own run.
    const auto inThisRun = static_cast<std::uint32_t>(compared->sizeOfA());
    m_window->timeline()->state()->selectSpan(static_cast<int>(inThisRun));
    QCOMPARE(table->currentIndex().row(), model->rowOfSpan(inThisRun));
    QVERIFY(selection);
    QCOMPARE(selection->value(QStringLiteral("Run")), QStringLiteral("This run, Simulated"));
    QVERIFY(!selection->value(QStringLiteral("In baseline")).isEmpty());
    // The table of operations shows this run, and no operation of the baseline.
    auto *operations = child<OperationsTable>("operationsTable");
    QCOMPARE(operations->currentIndex().row(), 0);
    operations->selectRow(2);
    QCOMPARE(m_window->timeline()->state()->selectedSpan(), std::optional(inThisRun + 2));
    m_window->timeline()->state()->selectSpan(0);
    QVERIFY(!operations->currentIndex().isValid());
}

void ComparisonTest::filtersAndCopies()
{
    compareWithFormerRun();
    auto *table = child<QTableView>("differencesTable");
    const int all = table->model()->rowCount();
    QTest::keyClicks(child<QLineEdit>("comparisonFilter"), QStringLiteral("kernel"));
    QVERIFY(table->model()->rowCount() > 0 && table->model()->rowCount() < all);
    for (int row = 0; row < table->model()->rowCount(); ++row)
        QVERIFY(table->model()->index(row, 0).data().toString().startsWith(QStringLiteral("■")));
    child<QLineEdit>("comparisonFilter")->clear();
    child<QComboBox>("comparisonScope")->setCurrentIndex(static_cast<int>(DifferenceScope::OnlyA));
    QCOMPARE(static_cast<std::size_t>(table->model()->rowCount()), desk()->compared()->comparison->onlyA);
    QCOMPARE(table->model()->index(0, DifferencesModel::Difference).data().toString(),
             QStringLiteral("only in baseline"));
    child<QPushButton>("comparisonCopy")->click();
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), table->model()->rowCount() + 2); // a header, and the end of the last line
    QCOMPARE(lines[1].split(QLatin1Char('\t')).size(), static_cast<int>(DifferencesModel::ColumnCount));
    // What changed most comes first; a click on a heading sorts by that.
    child<QComboBox>("comparisonScope")->setCurrentIndex(0);
    const auto microseconds = [table](int row, int column) {
        return table->model()->index(row, column).data().toString().toDouble();
    };
    table->sortByColumn(DifferencesModel::StartB, Qt::AscendingOrder);
    const auto &comparison = *desk()->compared()->comparison;
    const int last = static_cast<int>(comparison.matched + comparison.onlyB) - 1;
    QVERIFY(microseconds(last, DifferencesModel::StartB) >= microseconds(last - 1, DifferencesModel::StartB));
    QVERIFY(microseconds(last, DifferencesModel::StartB) > 0);
    QVERIFY(table->model()->index(last + 1, DifferencesModel::StartB).data().toString().isEmpty()); // what it lacks
}

void ComparisonTest::largeTablesAreArrangedAside()
{
    NamedRun a, b;
    a.recording = evenKernels(60'000, 10'000, 4'000, 0);
    b.recording = evenKernels(59'000, 10'000, 5'000, 0);
    const auto compared = std::make_shared<const ComparedRuns>(a, b, ComparisonScale::Absolute);
    DifferencesModel model;
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setComparison(compared);
    model.sort(DifferencesModel::StartA, Qt::AscendingOrder); // the first question's answer is dropped
    QCOMPARE(model.rowCount(), 0);
    QTRY_COMPARE(model.rowCount(), 60'000);
    QCOMPARE(reset.size(), 2); // emptied, and filled once
    QCOMPARE(model.index(59'999, DifferencesModel::Difference).data().toString(), QStringLiteral("only in baseline"));
    QCOMPARE(model.index(0, DifferencesModel::Difference).data().toString(), QStringLiteral("+1.000"));
    QCOMPARE(model.rowOfSpan(60'000), 0); // the first of B
}

void ComparisonTest::longNamesLeaveTheFiguresInSight()
{
    run();
    NamedRun other = measured("x", 1'000'000, 2'000'000, false);
    const std::string longName = "void " + std::string(400, 'k') + "<int>()";
    auto recording = std::make_shared<Recording>(*other.recording);
    Span span = recording->timeline.span(1);
    span.name = recording->timeline.intern(longName);
    recording->timeline.append(span);
    const QString path = m_folder->filePath(QStringLiteral("long.csv"));
    store(path, operationsCsv(recording->timeline));
    m_window->setFileChoosers([&](const QString &, const QString &, const QString &) { return path; }, {});
    QSignalSpy shown(desk(), &ComparisonController::shown);
    child<QAction>("compareFile")->trigger();
    QVERIFY(shown.wait(10'000));
    auto *table = child<QTableView>("differencesTable");
    QCOMPARE(table->columnWidth(DifferencesModel::Operation), TableColumns::widestByItself);
    bool isSaidWhole = false;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        isSaidWhole = isSaidWhole
                      || table->model()
                             ->index(row, DifferencesModel::Operation)
                             .data(Qt::ToolTipRole)
                             .toString()
                             .contains(QString::fromStdString(longName));
    QVERIFY(isSaidWhole);
}

void ComparisonTest::manyTimesAsLongIsSaidInTimes()
{
    const auto sign = [](std::int64_t inA, std::int64_t inB) {
        return changeSign(changeOf(inA, inB), inA, inB).replace(QChar(u'\u00a0'), QLatin1Char(' '));
    };
    QCOMPARE(sign(1000, 9990), QStringLiteral("▲ +899 %"));
    QCOMPARE(sign(1000, 15'400), QStringLiteral("▲ ×15"));
    QCOMPARE(sign(23'585, 35'820'318), QStringLiteral("▲ ×1519"));
    QCOMPARE(sign(35'820'318, 23'585), QStringLiteral("▼ −100 %"));
    QCOMPARE(sign(0, 10), QStringLiteral("▲"));
}

void ComparisonTest::copiesFromOtherMemoryAreMatched()
{
    const QString folder = tracePath({});
    m_window->openFile(folder + "swim_blocking.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().result && m_window->workspace().shown().result->import,
                             20'000);
    m_window->setFileChoosers(
        [&](const QString &, const QString &, const QString &) { return folder + "swim_non_blocking_pinned.json.gz"; },
        {});
    QSignalSpy shown(desk(), &ComparisonController::shown);
    child<QAction>("compareFile")->trigger();
    QVERIFY(shown.wait(20'000));
    const auto compared = desk()->compared();
    int copies = 0;
    for (const ComparedOperation &operation : compared->comparison->operations) {
        const OwnSpan own = operation.a ? OwnSpan{&compared->run(Side::A).recording->timeline, *operation.a}
                                        : OwnSpan{&compared->run(Side::B).recording->timeline, *operation.b};
        if (!isCopy(own.timeline->kinds()[own.span]))
            continue;
        ++copies; // "(Device -> Pinned)" in the baseline, "(Device -> Pageable)" in this run
        QVERIFY(operation.a && operation.b);
    }
    QCOMPARE(copies, 200);
}

void ComparisonTest::tracesOfOthersBesideARun()
{
    const QString folder =
        qEnvironmentVariable("STREAMSCOPE_TRACES", qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/../shared/traces")
        + "/public/";
    if (!QFile::exists(folder))
        QSKIP("the shared traces are not here");
    run();
    QString path;
    m_window->setFileChoosers([&](const QString &, const QString &, const QString &) { return path; }, {});
    for (const char *name : {"nsysai_mfu_2gpu_before__schema3.25.0.sqlite", "tracelens_b200_eager_pdl.json.gz"}) {
        path = folder + QLatin1String(name);
        QSignalSpy shown(desk(), &ComparisonController::shown);
        child<QAction>("compareFile")->trigger();
        QVERIFY(shown.wait(60'000));
        auto *timeline = m_window->timeline();
        const auto compared = desk()->compared();
        QCOMPARE(child<QLabel>("thisRunBadge")->text(), QStringLiteral("Simulated"));
        QCOMPARE(child<QLabel>("baselineBadge")->text(), QStringLiteral("Imported"));
        timeline->setFocus();
        QTest::keyClick(timeline, Qt::Key_C);
        QVERIFY(!timeline->state()->criticalPath(Side::A).empty() && !timeline->state()->criticalPath(Side::B).empty());
        timeline->state()->selectSpan(static_cast<int>(compared->sizeOfA()) + 5);
        QVERIFY(!timeline->viewport()->grab().isNull());
        const auto differences = narrowDifferences(*timeline->state()->content(), timeline->state()->scene());
        QVERIFY(!differences.empty());
        for (const NarrowDifference &difference : differences) // a model's operations are not those of a network
            QVERIFY(difference.change == LengthChange::OnlyA || difference.change == LengthChange::OnlyB);
    }
}

void ComparisonTest::axisIsSwitched()
{
    compareWithFormerRun();
    QSignalSpy shown(desk(), &ComparisonController::shown);
    m_window->timeline()->state()->selectSpan(1);
    auto *scale = child<QComboBox>("comparisonScale");
    scale->setCurrentIndex(1);
    Q_EMIT scale->activated(1);
    QVERIFY(shown.wait(10'000));
    QVERIFY(m_window->timeline()->state()->content()->isNormalised());
    QCOMPARE(m_window->timeline()->state()->selectedSpan(), std::optional<std::uint32_t>(1));
    QVERIFY(m_window->timeline()->state()->scene().ticks.back().label.text.endsWith(QLatin1Char('%')));
    // Half of the axis is half of each run, in its own time.
    m_window->timeline()->state()->setRange(TimeRange{0, normalisedLengthNs / 2});
    const auto *range = child<RangePanel>("rangePanel");
    const auto half = [&](Side side) {
        const Timeline &own = desk()->compared()->run(side).recording->timeline;
        return (own.end() - own.begin()) / 2;
    };
    QVERIFY(half(Side::A) != half(Side::B));
    QCOMPARE(range->topLevelItem(0)->text(0), QStringLiteral("Baseline"));
    QCOMPARE(range->topLevelItem(1)->text(0), QStringLiteral("This run"));
    QVERIFY(range->topLevelItem(0)->child(0)->text(1) != range->topLevelItem(1)->child(0)->text(1));
    child<QAction>("compareAbsolute")->trigger();
    QVERIFY(shown.wait(10'000));
    QVERIFY(!m_window->timeline()->state()->content()->isNormalised());
    QCOMPARE(scale->currentIndex(), 0);
}

void ComparisonTest::theCriticalPathStaysOnTheOtherAxis()
{
    compareWithFormerRun();
    auto *timeline = m_window->timeline();
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_C);
    QTest::keyClick(timeline, Qt::Key_C);
    QTest::keyClick(timeline, Qt::Key_C);
    QCOMPARE(timeline->state()->shownPaths(), ShownPaths::OnlyB);
    QVERIFY(!timeline->state()->criticalPath(Side::B).empty());
    for (const CriticalStep &step : timeline->state()->criticalPath(Side::B))
        QCOMPARE(desk()->compared()->sideOf(step.span), Side::B);
    QSignalSpy shown(desk(), &ComparisonController::shown);
    child<QAction>("compareNormalised")->trigger();
    QVERIFY(shown.wait(10'000));
    QCOMPARE(timeline->state()->shownPaths(), ShownPaths::OnlyB);
    QVERIFY(!timeline->state()->criticalPath(Side::B).empty());
}

void ComparisonTest::theSmsOfBothAreShown()
{
    auto *record = child<QAction>("recordBlocks");
    if (!record->isChecked())
        record->trigger();
    compareWithFormerRun();
    const auto *timeline = m_window->timeline();
    QVERIFY(timeline->state()->content()->compared());
    QVERIFY(child<QAction>("blockLanes")->isEnabled());
    QVERIFY(timeline->state()->details().shown);
    const auto sms = [timeline] {
        ContentLanes lanes;
        for (const auto &lane : timeline->state()->content()->lanes())
            if (lane->isDetail())
                lanes.push_back(lane);
        return lanes;
    };
    QVERIFY(sms().size() > 2);
    QCOMPARE(sms()[0]->side, std::optional(Side::A));
    QCOMPARE(sms()[1]->side, std::optional(Side::B));
    // A new run without blocks leaves those of the baseline.
    record->trigger();
    QSignalSpy shown(desk(), &ComparisonController::shown);
    setKnob(*m_window, "chunks", QStringLiteral("2"));
    run();
    QTRY_COMPARE(shown.size(), 1);
    QVERIFY(child<QAction>("blockLanes")->isEnabled());
    QCOMPARE(sms()[0]->side, std::optional(Side::A));
}

void ComparisonTest::predictionBesideARun()
{
    run();
    QSignalSpy shown(desk(), &ComparisonController::shown);
    child<QAction>("comparePrediction")->trigger();
    QVERIFY(shown.wait(10'000));
    QCOMPARE(child<QLabel>("thisRunBadge")->text(), QStringLiteral("Simulated"));
    QCOMPARE(child<QLabel>("baselineBadge")->text(), QStringLiteral("Predicted"));
    const TimelineScene &scene = m_window->timeline()->state()->scene();
    for (const SceneLane &lane : scene.lanes)
        QCOMPARE(lane.content->isPrediction, lane.content->side == Side::A);
}

void ComparisonTest::picturesShowBoth()
{
    compareWithFormerRun();
    const QString path = m_folder->filePath(QStringLiteral("both.svg"));
    QSignalSpy exported(m_window.get(), &MainWindow::exported);
    m_window->exportTo(path);
    QVERIFY(exported.wait(10'000));
    const QByteArray svg = contentOf(path);
    for (const char *wanted :
         {"Baseline  Stream 0", "This run  Stream 0", "only in baseline", "this run: chunks 4", "baseline: chunks 16"})
        QVERIFY2(svg.contains(wanted), wanted);
    QCOMPARE(svg.count(">Simulated<"), 2);
    QGuiApplication::clipboard()->clear();
    child<QAction>("copyPicture")->trigger();
    QTRY_VERIFY(!QGuiApplication::clipboard()->image().isNull());
    const QImage whole = recordingBitmap(comparisonPicture(desk()->compared()),
                                         {.width = 1400, .lanes = m_window->timeline()->state()->arrangement()});
    QCOMPARE(QGuiApplication::clipboard()->image().size(), whole.size());
    child<QAction>("pngScale1")->trigger();
    child<QAction>("copyPicture")->trigger();
    QTRY_COMPARE(QGuiApplication::clipboard()->image().width(), whole.width() / 2);
}

void ComparisonTest::closingBringsTheRunBack()
{
    run();
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    run();
    auto *timeline = m_window->timeline();
    timeline->input()->zoom(true);
    timeline->input()->zoom(true);
    timeline->state()->selectSpan(3);
    timeline->state()->setRange(TimeRange{1'000'000, 2'000'000});
    const auto content = timeline->state()->content();
    const TimeAxis axis = timeline->state()->axis();
    Q_EMIT child<QToolButton>("compareButton")->menu()->aboutToShow();
    QSignalSpy shown(desk(), &ComparisonController::shown);
    child<QAction>("compareRun0")->trigger();
    QVERIFY(shown.wait(10'000));
    QVERIFY(timeline->state()->content() != content);
    QTest::mouseClick(child<QToolButton>("comparisonClose"), Qt::LeftButton);
    QVERIFY(!child<ComparisonBar>("comparisonBar")->isVisible());
    QCOMPARE(timeline->state()->content(), content);
    QCOMPARE(timeline->state()->axis().originNs, axis.originNs);
    QCOMPARE(timeline->state()->axis().nsPerPixel, axis.nsPerPixel);
    QCOMPARE(timeline->state()->selectedSpan(), std::optional<std::uint32_t>(3));
    QCOMPARE(timeline->state()->selectedRange()->end, std::int64_t{2'000'000});
    QCOMPARE(child<OperationsTable>("operationsTable")->model()->rowCount(),
             static_cast<int>(content->timeline().size()));
    QVERIFY(!child<QAction>("closeComparison")->isEnabled());
}

/// All that is shown is of the document in front.
void ComparisonTest::itIsADocument()
{
    compareWithFormerRun();
    const Preset other = *child<ExperimentTree>("experimentTree")->preset("two-stream-exercise");
    m_window->workspace().choose(other);
    QVERIFY(!child<ComparisonBar>("comparisonBar")->isVisible());
    QCOMPARE(child<QTableView>("differencesTable")->model()->rowCount(), 0);
    QVERIFY(!m_window->timeline()->state()->content() || !m_window->timeline()->state()->content()->compared());
    QVERIFY(!child<QAction>("closeComparison")->isEnabled());
    QVERIFY(!child<QLabel>("figure_makespan"));
    auto *tabs = child<DocumentTabs>("documentTabs");
    QCOMPARE(tabs->count(), 3);
    QVERIFY2(tabs->tabText(1).endsWith(QStringLiteral("chunks 16 → chunks 4")), qPrintable(tabs->tabText(1)));
    clickTab(*m_window, 1);
    QVERIFY(child<ComparisonBar>("comparisonBar")->isVisible());
    QVERIFY(m_window->timeline()->state()->content()->compared());
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("Comparison")));
}

void ComparisonTest::whatComesTooLateIsDropped()
{
    run();
    QSignalSpy shown(desk(), &ComparisonController::shown);
    child<QAction>("comparePrediction")->trigger();
    QVERIFY(desk()->isBusy());
    m_window->workspace().choose(*child<ExperimentTree>("experimentTree")->preset("two-stream-exercise"));
    QTRY_VERIFY(!desk()->isBusy());
    QVERIFY(shown.isEmpty() && !desk()->isShown());
}

/// Fewer chunks are slower: every place says the change from the former run to the new one.
void ComparisonTest::changesCountFromTheBaseline()
{
    const auto said = [](std::int64_t from, std::int64_t to) {
        return fromToText(from, to).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    };
    QCOMPARE(said(5'780'000, 10'240'000), QStringLiteral("5.78 → 10.24 ms, +77 %"));
    QCOMPARE(said(900'000, 855'000), QStringLiteral("900 → 855 µs, −5.0 %"));
    QCOMPARE(said(900'000, 1'100'000), QStringLiteral("900 µs → 1.1 ms, +22 %"));
    QCOMPARE(said(1'000, 20'000), QStringLiteral("1 → 20 µs, ×20"));
    QCOMPARE(said(4'000'000, 4'000'001), QStringLiteral("4 → 4 ms, the same"));
    compareWithFormerRun();
    const Comparison &comparison = *desk()->compared()->comparison;
    QVERIFY(comparison.spanB > comparison.spanA);
    const QString change = changeText(comparison.spanA, comparison.spanB);
    QVERIFY(change.startsWith(QLatin1Char('+')));
    const QString line = QStringLiteral("whole run: ") + fromToText(comparison.spanA, comparison.spanB);
    QVERIFY2(line.contains(QStringLiteral(" → ")) && line.endsWith(change), qPrintable(line));
    QVERIFY2(child<QLabel>("comparisonSummary")->text().startsWith(line),
             qPrintable(child<QLabel>("comparisonSummary")->text()));
    QCOMPARE(comparisonPicture(desk()->compared()).facts.front().front(), line);
    const auto *totals = child<QTreeWidget>("comparisonTotals");
    QCOMPARE(totals->headerItem()->text(1), QStringLiteral("Baseline"));
    QCOMPARE(totals->headerItem()->text(2), QStringLiteral("This run"));
    QCOMPARE(totals->topLevelItem(1)->text(0), QStringLiteral("In the picture"));
    QCOMPARE(totals->topLevelItem(1)->text(3),
             signedTimeText(comparison.spanB - comparison.spanA) + QStringLiteral(", ") + change);
    auto *table = child<QTableView>("differencesTable");
    child<QComboBox>("comparisonScope")->setCurrentIndex(static_cast<int>(DifferenceScope::Changed));
    bool isLonger = false;
    for (int row = 0; row < table->model()->rowCount() && !isLonger; ++row)
        isLonger = table->model()->index(row, DifferencesModel::Difference).data().toString().startsWith(u'+')
                   && table->model()->index(row, DifferencesModel::Percent).data().toString().startsWith(u'▲');
    QVERIFY(isLonger);
}

void ComparisonTest::copiesHiddenAreAShare()
{
    ComparedTotal hidden;
    hidden.unit = ComparedTotal::Unit::Percent;
    hidden.a = 42.07;
    hidden.b = 30;
    QCOMPARE(totalText(hidden, Side::A), QStringLiteral("42.1 %"));
    QCOMPARE(totalChangeText(hidden), QStringLiteral("−12.1 percentage points"));
    compareWithFormerRun();
    const auto *totals = child<QTreeWidget>("comparisonTotals");
    const auto rows = totals->findItems(QStringLiteral("Copies hidden"), Qt::MatchExactly);
    QCOMPARE(rows.size(), 1);
    for (const int column : {1, 2})
        QVERIFY2(rows[0]->text(column).endsWith(QStringLiteral(" %")), qPrintable(rows[0]->text(column)));
    QVERIFY2(rows[0]->text(3).endsWith(QStringLiteral(" percentage points")), qPrintable(rows[0]->text(3)));
}

void ComparisonTest::baselineAndThisRunAreSwapped()
{
    compareWithFormerRun();
    const auto before = desk()->compared();
    const auto result = m_window->workspace().shown().result;
    QSignalSpy shown(desk(), &ComparisonController::shown);
    QTest::mouseClick(child<QToolButton>("comparisonSwap"), Qt::LeftButton);
    QVERIFY(shown.wait(10'000));
    const auto after = desk()->compared();
    QCOMPARE(after->run(Side::A).recording, before->run(Side::B).recording);
    QCOMPARE(after->run(Side::B).recording, before->run(Side::A).recording);
    QCOMPARE(after->comparison->onlyB, before->comparison->onlyA);
    QCOMPARE(m_window->workspace().shown().result, result); // the headline stays that of the document
    // The table of operations still has the document's run, which is the baseline now.
    m_window->timeline()->state()->selectSpan(1);
    QCOMPARE(child<OperationsTable>("operationsTable")->currentIndex().row(), 1);
    child<QAction>("swapComparison")->trigger();
    QVERIFY(shown.wait(10'000));
    QCOMPARE(desk()->compared()->run(Side::A).recording, before->run(Side::A).recording);
}

void ComparisonTest::theOlderOfTwoDroppedFilesIsTheBaseline()
{
    const QString names[] = {m_folder->filePath(QStringLiteral("new.csv")),
                             m_folder->filePath(QStringLiteral("old.csv"))};
    for (int i = 0; i < 2; ++i) {
        store(names[i], operationsCsv(measured("x", 1'000'000, 2'000'000, i == 0).recording->timeline));
        QFile file(names[i]);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::fromSecsSinceEpoch(i == 0 ? 2'000'000 : 1'000'000),
                                 QFileDevice::FileModificationTime));
    }
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(names[0]), QUrl::fromLocalFile(names[1])});
    QSignalSpy shown(desk(), &ComparisonController::shown);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, Qt::ShiftModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QDropEvent drop({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, Qt::ShiftModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QVERIFY(shown.wait(10'000));
    QVERIFY(child<QLabel>("baselineText")->text().contains(QStringLiteral("old.csv")));
    QVERIFY(child<QLabel>("thisRunText")->text().contains(QStringLiteral("new.csv")));
    QCOMPARE(desk()->compared()->comparison->onlyB, std::size_t{1});
    QVERIFY(m_window->workspace().shown().result->recording.timeline.size() == 3); // this run's figures
}

QTEST_MAIN(ComparisonTest)
#include "tst_comparison.moc"
