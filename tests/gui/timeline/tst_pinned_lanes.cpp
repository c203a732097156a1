// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Pinned lanes stand still while the others scroll, and nothing of those is seen through them.
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/support/spans.h"

#include <QScrollBar>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

class PinnedLanesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_widget.reset(); }
    void standStillWhileOthersScroll();
    void hideNothingBehindThem();
    void canBeClicked();
    void scrollWithTheRestWhereTheyLeaveNoRoom();
    void revealPutsOperationsBesideThem();

private:
    const SceneLane *lane(const QString &key) const
    {
        for (const SceneLane &candidate : m_widget->state()->scene().lanes)
            if (candidate.content->key == key)
                return &candidate;
        return nullptr;
    }
    void scrollTo(int value) { m_widget->verticalScrollBar()->setValue(value); }

    std::unique_ptr<TimelineWidget> m_widget;
};

void PinnedLanesTest::init()
{
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    timeline.intern("work");
    for (int i = 0; i < 60; ++i)
        timeline.append(kernelSpan(i * 1000, i * 1000 + 30'000, timeline.addStream({std::to_string(i), 0, 0})));
    m_widget = std::make_unique<TimelineWidget>();
    m_widget->resize(900, 500);
    LaneArrangement arrangement;
    arrangement.grouping = LaneGrouping::Streams;
    m_widget->state()->setArrangement(arrangement);
    m_widget->setContent(std::make_shared<TimelineContent>(recording));
    m_widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_widget.get()));
    m_widget->laneControls()->togglePinned("stream:0:7");
}

void PinnedLanesTest::standStillWhileOthersScroll()
{
    const QRectF before = lane("stream:0:7")->rect;
    const QRect part =
        QRect(0, static_cast<int>(m_widget->state()->scene().plotRect.top()), m_widget->viewport()->width(),
              static_cast<int>(m_widget->state()->scene().scrollTop - m_widget->state()->scene().plotRect.top()));
    QVERIFY(part.height() > 20);
    const QImage picture = m_widget->viewport()->grab(part).toImage();
    for (const int value : {1, 13, 100, m_widget->verticalScrollBar()->maximum()}) {
        scrollTo(value);
        QCOMPARE(lane("stream:0:7")->rect, before);
        QCOMPARE(m_widget->viewport()->grab(part).toImage(), picture);
    }
    QVERIFY(lane("stream:0:59")); // the last one can still be reached
    QVERIFY(lane("stream:0:59")->rect.bottom() <= m_widget->state()->scene().plotRect.bottom());
}

void PinnedLanesTest::hideNothingBehindThem()
{
    for (int value = 0; value < 120; value += 7) {
        scrollTo(value);
        const TimelineScene &scene = m_widget->state()->scene();
        QVERIFY(scene.hasPinned());
        for (const SceneLane &each : scene.lanes)
            QVERIFY(each.content->key == "stream:0:7" || each.rect.top() >= scene.scrollTop);
        for (const SceneBar &bar : scene.bars)
            QVERIFY(bar.span == 7 || bar.rect.top() >= scene.scrollTop - 0.5);
        for (const SceneGroup &group : scene.groups)
            QVERIFY(group.key == "group:pinned" || group.rect.top() >= scene.scrollTop);
    }
}

void PinnedLanesTest::canBeClicked()
{
    scrollTo(400);
    for (const SceneBar &bar : m_widget->state()->scene().bars) {
        if (bar.span != 7)
            continue;
        QTest::mouseClick(m_widget->viewport(), Qt::LeftButton, {}, bar.rect.center().toPoint());
        QCOMPARE(m_widget->state()->selectedSpan(), std::optional<std::uint32_t>(7));
        return;
    }
    QFAIL("the pinned lane has no bar");
}

void PinnedLanesTest::scrollWithTheRestWhereTheyLeaveNoRoom()
{
    for (int i = 10; i < 40; ++i)
        m_widget->laneControls()->togglePinned(QStringLiteral("stream:0:%1").arg(i));
    QVERIFY(!m_widget->state()->scene().hasPinned());
    scrollTo(m_widget->verticalScrollBar()->maximum());
    QVERIFY(!lane("stream:0:7"));
    QVERIFY(lane("stream:0:59"));
}

void PinnedLanesTest::revealPutsOperationsBesideThem()
{
    for (const int span : {59, 30, 0, 45}) {
        m_widget->state()->selectSpan(span);
        const SceneLane *shown = lane(QStringLiteral("stream:0:%1").arg(span));
        QVERIFY(shown);
        QVERIFY(shown->rect.top() >= m_widget->state()->scene().scrollTop);
        QVERIFY(shown->rect.height() >= shown->row);
    }
}

QTEST_MAIN(PinnedLanesTest)
#include "tst_pinned_lanes.moc"
