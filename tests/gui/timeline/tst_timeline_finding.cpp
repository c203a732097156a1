// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Searching, following, the critical path, screen readers, pictures of ranges, and data that makes no sense.
#include "gui/pictures/timeline_image.h"
#include "gui/results/operations_table.h"
#include "gui/results/range_panel.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/spans.h"

#include <QAbstractItemModel>
#include <QAccessible>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <random>

using namespace streamscope;
using namespace streamscope::test;

class TimelineFindingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_widget.reset(); }
    void searchStepsThroughWhatItFinds();
    void tableFollowsTheSearch();
    void followingWalksTheStream();
    void criticalPathOnRequest();
    void screenReadersSeeLanes();
    void picturesOfARange();
    void nonsenseIsDrawn();
    void tenThousandLanes();

private:
    std::unique_ptr<TimelineWidget> m_widget;
    std::shared_ptr<const RunResult> m_result;
    std::shared_ptr<const Recording> m_recording;
};

void TimelineFindingTest::init()
{
    m_widget = std::make_unique<TimelineWidget>();
    m_widget->resize(1000, 420);
    m_result = runPreset("two-stream-exercise");
    m_recording = recordingOf(m_result);
    m_widget->setContent(std::make_shared<TimelineContent>(m_recording));
    m_widget->state()->setProgram(std::shared_ptr<const Program>(m_result, &m_result->program));
    m_widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_widget.get()));
}

void TimelineFindingTest::searchStepsThroughWhatItFinds()
{
    SearchBar search;
    search.setRecording(m_recording);
    QSignalSpy chosen(&search, &SearchBar::spanChosen);
    search.open();
    auto *line = search.findChild<QLineEdit *>("searchLine");
    QTest::keyClicks(line, "kernel");
    QCOMPARE(search.found(), (std::vector<std::uint32_t>{1, 4}));
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClick(line, Qt::Key_Return); // from the beginning again
    QCOMPARE(chosen.count(), 3);
    QCOMPARE(chosen[0][0].toInt(), 1);
    QCOMPARE(chosen[1][0].toInt(), 4);
    QCOMPARE(chosen[2][0].toInt(), 1);
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(chosen[3][0].toInt(), 4);
    QTest::keyClick(line, Qt::Key_F3); // the line has the keyboard now, not the timeline
    QCOMPARE(chosen[4][0].toInt(), 1);
    QTest::keyClick(line, Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(chosen[5][0].toInt(), 4);
    QTest::keyClick(line, Qt::Key_Escape);
    QVERIFY(search.found().empty());
}

void TimelineFindingTest::tableFollowsTheSearch()
{
    SearchBar search;
    OperationsTable table;
    RangePanel range;
    TimelineCoordinator coordinator(m_widget.get(), &search, &table, &range);
    table.setRecording(m_recording);
    coordinator.setContent(m_widget->state()->content(), nullptr);
    auto *line = search.findChild<QLineEdit *>("searchLine");
    line->setText("h2d");
    QCOMPARE(table.model()->rowCount(), 2);
    table.selectSpan(3);
    QCOMPARE(table.currentIndex().row(), 1);
    line->clear();
    QCOMPARE(table.model()->rowCount(), 6);
    m_widget->state()->setRange(TimeRange{0, 2'000'000});
    QCOMPARE(range.value("Operations"), "3");
    m_widget->state()->setRange(std::nullopt);
    QVERIFY(range.value("Operations").isEmpty());
}

void TimelineFindingTest::followingWalksTheStream()
{
    m_widget->state()->selectSpan(0);
    QTest::keyClick(m_widget.get(), Qt::Key_BracketRight);
    QVERIFY(m_widget->state()->selectedSpan() == 1u || m_widget->state()->selectedSpan() == 3u);
    m_widget->state()->selectSpan(2);
    QTest::keyClick(m_widget.get(), Qt::Key_BracketLeft);
    QCOMPARE(m_widget->state()->selectedSpan(), 1u);
    m_widget->viewport()->grab(); // with arrows
    QTest::keyClick(m_widget.get(), Qt::Key_R);
    QVERIFY(!m_widget->state()->showsArrows());
}

void TimelineFindingTest::criticalPathOnRequest()
{
    QVERIFY(!m_widget->state()->showsCriticalPath());
    QTest::keyClick(m_widget.get(), Qt::Key_C);
    QVERIFY(m_widget->state()->showsCriticalPath());
    QCOMPARE(m_widget->state()->criticalPath().size(), std::size_t{4});
    m_widget->viewport()->grab();
}

void TimelineFindingTest::screenReadersSeeLanes()
{
    QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(m_widget.get());
    QVERIFY(interface);
    QCOMPARE(interface->role(), QAccessible::List);
    QCOMPARE(interface->childCount(), 5);
    QAccessibleInterface *lane = interface->child(0);
    QCOMPARE(lane->text(QAccessible::Name), "Stream 0");
    QVERIFY(lane->text(QAccessible::Value).contains("75.0 % busy"));
    QVERIFY(!lane->rect().isEmpty());
    QCOMPARE(interface->indexOfChild(lane), 0);
    m_widget->state()->selectSpan(1);
    QVERIFY(interface->text(QAccessible::Value).contains("Kernel"));
    m_widget->laneControls()->hide("stream:0:0");
    QVERIFY(!lane->isValid());
    QCOMPARE(interface->childCount(), 4);
}

void TimelineFindingTest::picturesOfARange()
{
    ImageOptions options;
    options.range = {1'000'000, 2'000'000};
    const QByteArray svg = timelineImage(*m_result, ImageFormat::Svg, options);
    QXmlStreamReader xml(svg);
    QString text;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isCharacters())
            text += xml.text();
    }
    QVERIFY(!xml.hasError());
    QVERIFY(text.contains("part of the run"));
    QVERIFY(timelineImage(*m_result, ImageFormat::Pdf, options).startsWith("%PDF"));
    const QImage part = timelineBitmap(*m_result, options), whole = timelineBitmap(*m_result);
    QVERIFY(part != whole);
}

void TimelineFindingTest::nonsenseIsDrawn()
{
    std::mt19937_64 random(11);
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    for (int i = 0; i < 5; ++i)
        timeline.addStream({i == 2 ? std::string("\xe2\x80\xae漢\u0301\n\t\xff") : std::to_string(i), i % 2, 0});
    for (int i = 0; i < 3000; ++i) {
        Span span;
        span.name = timeline.intern(
            i % 7 ? "k" : std::string(static_cast<std::size_t>(random() % 3000), 'x') + "\U0001F600\xe2\x80\xae");
        span.stream = static_cast<std::int32_t>(random() % 5) - 1;
        span.kind = static_cast<OperationKind>(random() % operationKindCount);
        span.engine = engineOf(span.kind);
        span.start = static_cast<std::int64_t>(random() % 1'000'000) - 500'000;
        const auto exponent = static_cast<double>(random() % 15);
        span.end = span.start
                   + (i % 50 == 0   ? -1000
                      : i % 11 == 0 ? 0
                                    : static_cast<std::int64_t>(std::pow(10, exponent)));
        span.ready = i % 3 ? unknownTime : span.start - static_cast<std::int64_t>(random() % 100'000);
        span.issue = i % 4 ? span.start + 77 : unknownTime;
        span.returned = i % 5 ? span.issue : unknownTime;
        timeline.append(span);
    }
    const auto content = std::make_shared<TimelineContent>(recording);
    m_widget->setContent(content);
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(m_widget.get(), i < 50 ? Qt::Key_W : Qt::Key_D);
        if (i % 10 == 0)
            m_widget->viewport()->grab();
    }
    for (const std::uint32_t span : {0u, 50u, 2999u}) {
        m_widget->state()->selectSpan(static_cast<int>(span));
        m_widget->viewport()->grab();
    }
    QTest::keyClick(m_widget.get(), Qt::Key_C);
    m_widget->viewport()->grab();
}

void TimelineFindingTest::tenThousandLanes()
{
    auto recording = std::make_shared<Recording>();
    recording->timeline.intern("work");
    for (int i = 0; i < 10'000; ++i) {
        recording->timeline.addStream({std::to_string(i), 0, 0});
        if (i % 2 == 0) // the others are empty lanes
            recording->timeline.append(kernelSpan(i, i + 100, i));
    }
    m_widget->setContent(std::make_shared<TimelineContent>(recording));
    QVERIFY(m_widget->state()->scene().lanes.size() < 60);
    m_widget->state()->selectSpan(4000);
    m_widget->laneControls()->setCurrentLane("stream:0:9000");
    QTest::keyClick(m_widget.get(), Qt::Key_P);
    m_widget->viewport()->grab();
}

QTEST_MAIN(TimelineFindingTest)
#include "tst_timeline_finding.moc"
