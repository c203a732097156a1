// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a timeline shows, without a widget.
#include "gui/timeline/widget/timeline_state.h"

#include "gui/timeline/text/embedded_font.h"
#include "tests/gui/sample_runs.h"

#include <QSignalSpy>
#include <QTest>

using namespace streamscope;

class TimelineStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void zoomsAndGoesBack();
    void staysFittedWhileItsSizeChanges();
    void scrollsNoFurtherThanTheLanes();
    void saysWhatChanged();
    void measuresBetweenOperations();
    void newContentForgetsTheFormer();

private:
    std::unique_ptr<TimelineState> m_state;
};

void TimelineStateTest::init()
{
    const auto result = runPreset("large-pipeline");
    m_state = std::make_unique<TimelineState>();
    m_state->setFrame({1000, 600}, embeddedFont(12), 1);
    m_state->setContent(std::make_shared<TimelineContent>(recordingOf(result)));
}

void TimelineStateTest::zoomsAndGoesBack()
{
    const TimeAxis whole = m_state->axis();
    const double x = m_state->labelWidth() + 300;
    const std::int64_t under = m_state->scene().xToTime(x);
    m_state->zoomAt(x, 4);
    QVERIFY(std::abs(m_state->axis().nsPerPixel * 4 - whole.nsPerPixel) < 1e-6 * whole.nsPerPixel);
    QVERIFY(std::abs(m_state->scene().xToTime(x) - under) <= m_state->axis().pixelsToLength(1));
    m_state->zoomBack();
    QCOMPARE(m_state->axis().nsPerPixel, whole.nsPerPixel);
    QCOMPARE(m_state->axis().originNs, whole.originNs);
}

void TimelineStateTest::staysFittedWhileItsSizeChanges()
{
    m_state->setFrame({1600, 600}, embeddedFont(12), 1);
    QVERIFY(m_state->axis().xToTime(m_state->plotWidth()) >= m_state->content()->endNs());
    m_state->zoomAt(500, 2);
    const double zoomed = m_state->axis().nsPerPixel;
    m_state->setFrame({800, 600}, embeddedFont(12), 1);
    QCOMPARE(m_state->axis().nsPerPixel, zoomed);
}

void TimelineStateTest::scrollsNoFurtherThanTheLanes()
{
    m_state->setFrame({1000, 150}, embeddedFont(12), 1);
    QVERIFY(m_state->maxScrollY() > 0);
    m_state->scrollBy(1e6);
    QCOMPARE(m_state->scrollY(), m_state->maxScrollY());
    m_state->revealLane(QStringLiteral("stream:0:0"));
    QVERIFY(m_state->scrollY() < m_state->maxScrollY());
    m_state->setFrame({1000, 2000}, embeddedFont(12), 1);
    QCOMPARE(m_state->scrollY(), 0);
}

void TimelineStateTest::saysWhatChanged()
{
    QSignalSpy changed(m_state.get(), &TimelineState::changed), spans(m_state.get(), &TimelineState::spanSelected);
    m_state->setRange(TimeRange{0, 1000});
    QCOMPARE(changed.takeLast().front().toBool(), false); // only marks on top of the picture
    m_state->pan(30);
    QCOMPARE(changed.takeLast().front().toBool(), true);
    m_state->selectSpan(3);
    m_state->selectSpan(3);
    QCOMPARE(spans.size(), 1);
    QCOMPARE(m_state->selectedSpan(), std::optional<std::uint32_t>(3));
    QSignalSpy marks(m_state.get(), &TimelineState::marksChanged);
    m_state->changeMarks([](TimelineMarks &) {});
    QVERIFY(marks.empty());
    m_state->changeMarks([](TimelineMarks &all) { all.add({1000, {}}); });
    QCOMPARE(marks.size(), 1);
}

void TimelineStateTest::measuresBetweenOperations()
{
    const Timeline &timeline = m_state->content()->timeline();
    m_state->selectSpan(0);
    m_state->stepSelection(true);
    const std::uint32_t next = m_state->selectedSpan().value();
    QVERIFY(next != 0);
    m_state->measureTo(0);
    QCOMPARE(m_state->selectedRange()->begin, timeline.ends()[0]);
    QCOMPARE(m_state->selectedRange()->end, timeline.starts()[next]);
}

void TimelineStateTest::newContentForgetsTheFormer()
{
    QSignalSpy spans(m_state.get(), &TimelineState::spanSelected);
    m_state->selectSpan(2);
    m_state->setRange(TimeRange{0, 1000});
    m_state->zoomAt(500, 8);
    m_state->setContent(nullptr);
    QCOMPARE(spans.size(), 2);
    QCOMPARE(spans.back().front().toInt(), -1);
    QVERIFY(!m_state->selectedRange() && !m_state->hasContent());
    QVERIFY(m_state->lanes().entries.empty());
    QCOMPARE(m_state->maxScrollY(), 0);
}

QTEST_MAIN(TimelineStateTest)
#include "tst_timeline_state.moc"
