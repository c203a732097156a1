// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Every key and gesture on the real widget.
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/overview_strip.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/sample_runs.h"

#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace streamscope;

class TimelineCommandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_widget.reset(); }
    void everyCommandHasAKeyAndDoesNotCrash();
    void profilesDiffer();
    void keysCanBeBound();
    void zoomBackGoesBack();
    void pinchZooms();
    void rightAndMiddleDragOfTracy();
    void lanesByKey();
    void headingsFold();
    void lanesCanBeDraggedAndPulled();
    void rangesSnapToEdges();
    void ctrlClickMeasuresTheGap();
    void markersAreSetNotedAndDeleted();
    void bookmarksComeBack();
    void marksSurviveAFile();
    void overviewMovesAndResizes();
    void shiftIsFaster();

private:
    void press(const char *keys)
    {
        const QKeyCombination key = QKeySequence(QString::fromLatin1(keys))[0];
        QTest::keyClick(m_widget.get(), key.key(), key.keyboardModifiers());
    }
    void drag(const QPointF &from, const QPointF &to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = {});
    double xOf(std::int64_t ns) const { return m_widget->state()->scene().timeToX(ns); }
    const SceneLane &lane(const QString &key) const;
    QPoint centreOf(std::uint32_t span) const;

    std::unique_ptr<TimelineWidget> m_widget;
};

void TimelineCommandsTest::init()
{
    m_widget = std::make_unique<TimelineWidget>();
    m_widget->resize(1000, 420);
    m_widget->setContent(std::make_shared<TimelineContent>(recordingOf(runPreset("two-stream-exercise"))));
    m_widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_widget.get()));
}

void TimelineCommandsTest::drag(const QPointF &from, const QPointF &to, Qt::MouseButton button,
                                Qt::KeyboardModifiers modifiers)
{
    const auto send = [&](QEvent::Type type, const QPointF &at, Qt::MouseButton which, Qt::MouseButtons held) {
        QMouseEvent event(type, at, m_widget->viewport()->mapToGlobal(at), which, held, modifiers);
        QCoreApplication::sendEvent(m_widget->viewport(), &event);
    };
    send(QEvent::MouseButtonPress, from, button, button);
    send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, button);
    send(QEvent::MouseMove, to, Qt::NoButton, button);
    send(QEvent::MouseButtonRelease, to, button, Qt::NoButton);
}

const SceneLane &TimelineCommandsTest::lane(const QString &key) const
{
    for (const SceneLane &candidate : m_widget->state()->scene().lanes)
        if (candidate.content->key == key)
            return candidate;
    static const SceneLane none;
    return none;
}

QPoint TimelineCommandsTest::centreOf(std::uint32_t span) const
{
    for (const SceneBar &bar : m_widget->state()->scene().bars)
        if (bar.span == span && !bar.waiting)
            return bar.rect.center().toPoint();
    return {};
}

void TimelineCommandsTest::everyCommandHasAKeyAndDoesNotCrash()
{
    m_widget->input()->setNoteEditor([](const QString &) { return std::optional<QString>("note"); });
    QSet<QString> seen;
    for (int profile = 0; profile < keyProfileCount; ++profile) {
        TimelineKeys keys;
        keys.setProfile(static_cast<KeyProfile>(profile));
        m_widget->input()->setKeys(keys);
        for (int i = 0; i < timelineCommandCount; ++i) {
            const auto command = static_cast<TimelineCommand>(i);
            QVERIFY(!TimelineKeys::title(command).isEmpty());
            QVERIFY2(!keys.keys(command).isEmpty(), qPrintable(TimelineKeys::title(command)));
            for (const QKeySequence &key : keys.keys(command)) {
                const QKeyEvent event(QEvent::KeyPress, key[0].key(), key[0].keyboardModifiers());
                const auto found = keys.commandFor(event);
                QVERIFY2(found && found->command == command, qPrintable(key.toString()));
                QTest::keyClick(m_widget.get(), key[0].key(), key[0].keyboardModifiers());
                m_widget->viewport()->grab();
            }
            seen.insert(TimelineKeys::id(command));
        }
        QVERIFY(keys.helpHtml().contains("Zoom in"));
    }
    QCOMPARE(seen.size(), timelineCommandCount);
}

void TimelineCommandsTest::profilesDiffer()
{
    TimelineKeys keys;
    QVERIFY(!keys.habits().wheelZooms);
    keys.setProfile(KeyProfile::Tracy);
    m_widget->input()->setKeys(keys);
    const TimeAxis before = m_widget->state()->axis();
    const QPoint at(500, 100);
    QWheelEvent wheel(at, m_widget->viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(m_widget->viewport(), &wheel);
    QVERIFY(m_widget->state()->axis().nsPerPixel < before.nsPerPixel);
    keys.setProfile(KeyProfile::Nsight);
    QVERIFY(keys.keys(TimelineCommand::ZoomToSelection).contains(QKeySequence("Shift+Z")));
}

void TimelineCommandsTest::keysCanBeBound()
{
    TimelineKeys keys;
    keys.bind(TimelineCommand::FitAll, {QKeySequence("W")});
    QCOMPARE(keys.keys(TimelineCommand::FitAll), QList<QKeySequence>{QKeySequence("W")});
    QVERIFY(!keys.keys(TimelineCommand::ZoomIn).contains(QKeySequence("W")));
    const TimelineKeys back = TimelineKeys::fromJson(keys.toJson());
    QCOMPARE(back.keys(TimelineCommand::FitAll), keys.keys(TimelineCommand::FitAll));
    m_widget->input()->setKeys(keys);
    press("+");
    QVERIFY(m_widget->state()->axis().nsPerPixel < 5000);
    const TimeAxis zoomed = m_widget->state()->axis();
    press("W");
    QVERIFY(m_widget->state()->axis().nsPerPixel > zoomed.nsPerPixel);
    QVERIFY(TimelineKeys::fromJson("nonsense").bound().empty());
}

void TimelineCommandsTest::zoomBackGoesBack()
{
    const TimeAxis all = m_widget->state()->axis();
    QTest::mouseDClick(m_widget->viewport(), Qt::LeftButton, {}, centreOf(1));
    const TimeAxis one = m_widget->state()->axis();
    QVERIFY(one.nsPerPixel < all.nsPerPixel);
    QTest::qWait(static_cast<int>(ZoomHistory::burstMs) + 50);
    press("W");
    press("W"); // a burst is one step
    press("Backspace");
    QCOMPARE(m_widget->state()->axis(), one);
    press("Backspace");
    QCOMPARE(m_widget->state()->axis(), all);
    press("Backspace");
    QCOMPARE(m_widget->state()->axis(), all);
}

void TimelineCommandsTest::pinchZooms()
{
    const TimeAxis before = m_widget->state()->axis();
    const QPointF at(600, 100);
    QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, at, at, at, 0.5, {});
    QCoreApplication::sendEvent(m_widget->viewport(), &event);
    QVERIFY(std::abs(m_widget->state()->axis().nsPerPixel - before.nsPerPixel / 1.5) < 1);
}

void TimelineCommandsTest::rightAndMiddleDragOfTracy()
{
    TimelineKeys keys;
    keys.setProfile(KeyProfile::Tracy);
    m_widget->input()->setKeys(keys);
    press("W");
    const TimeAxis before = m_widget->state()->axis();
    drag({600, 120}, {560, 120}, Qt::RightButton);
    QVERIFY(m_widget->state()->axis().originNs > before.originNs);
    const std::int64_t from = m_widget->state()->scene().xToTime(400), to = m_widget->state()->scene().xToTime(700);
    drag({400, 120}, {700, 120}, Qt::MiddleButton);
    QVERIFY(std::abs(xOf(from) - m_widget->state()->scene().plotRect.left()) < 40);
    QVERIFY(std::abs(xOf(to) - m_widget->state()->scene().plotRect.right()) < 40);
    QVERIFY(!m_widget->state()->selectedRange());
}

void TimelineCommandsTest::lanesByKey()
{
    QSignalSpy changed(m_widget->state(), &TimelineState::arrangementChanged);
    press("J");
    QCOMPARE(m_widget->laneControls()->currentLane(), "stream:0:0");
    press("Shift+J");
    QVERIFY(lane("stream:0:0").rect.top() > lane("stream:0:1").rect.top());
    press("Shift+K");
    QVERIFY(lane("stream:0:0").rect.top() < lane("stream:0:1").rect.top());
    const double height = lane("stream:0:0").rect.height();
    press("Shift+T");
    QVERIFY(lane("stream:0:0").rect.height() > height);
    press("P");
    QCOMPARE(m_widget->state()->lanes().entries.front().key, "group:pinned");
    press("P");
    press("H");
    QVERIFY(lane("stream:0:0").rect.isEmpty());
    QCOMPARE(m_widget->state()->lanes().hidden, 1);
    press("Shift+H");
    QVERIFY(!lane("stream:0:0").rect.isEmpty());
    press("G");
    QVERIFY(m_widget->state()->arrangement().grouping == LaneGrouping::Streams);
    QVERIFY(lane("engine:0:compute").rect.isEmpty());
    QVERIFY(changed.count() >= 8);
}

void TimelineCommandsTest::headingsFold()
{
    const auto click = [this](const QString &key) {
        for (const SceneGroup &group : m_widget->state()->scene().groups)
            if (group.key == key)
                return QTest::mouseClick(m_widget->viewport(), Qt::LeftButton, {},
                                         QPoint(30, group.rect.center().toPoint().y()));
        QFAIL("no such heading");
    };
    click("group:streams");
    QVERIFY(lane("stream:0:0").rect.isEmpty());
    QVERIFY(!lane("engine:0:compute").rect.isEmpty());
    click("group:streams");
    QVERIFY(!lane("stream:0:0").rect.isEmpty());
    press("X"); // the same by key
    QVERIFY(lane("stream:0:0").rect.isEmpty());
}

void TimelineCommandsTest::lanesCanBeDraggedAndPulled()
{
    drag({30, lane("stream:0:0").rect.center().y()}, {30, lane("stream:0:1").rect.bottom() - 8});
    QVERIFY(lane("stream:0:0").rect.top() > lane("stream:0:1").rect.top());
    const QRectF before = lane("stream:0:1").rect;
    drag({30, before.bottom() - 2}, {30, before.bottom() + 20});
    QVERIFY(std::abs(lane("stream:0:1").rect.height() - before.height() - 22) < 12);
}

void TimelineCommandsTest::rangesSnapToEdges()
{
    const double y = lane("stream:0:0").rect.center().y();
    drag({xOf(1'000'000) + 4, y}, {xOf(3'000'000) - 5, y});
    QVERIFY(m_widget->state()->selectedRange());
    QCOMPARE(m_widget->state()->selectedRange()->begin, std::int64_t{1'000'000}); // exact, not to the pixel
    QCOMPARE(m_widget->state()->selectedRange()->end, std::int64_t{3'000'000});
    drag({xOf(1'000'000) + 4, y}, {xOf(3'000'000) - 5, y}, Qt::LeftButton, Qt::AltModifier);
    QVERIFY(m_widget->state()->selectedRange()->begin > 1'000'000);
    QVERIFY(m_widget->state()->selectedRange()->end < 3'000'000);
    press("Z");
    QVERIFY(xOf(m_widget->state()->selectedRange()->begin) < m_widget->state()->scene().plotRect.left() + 40);
}

void TimelineCommandsTest::ctrlClickMeasuresTheGap()
{
    QTest::mouseClick(m_widget->viewport(), Qt::LeftButton, {}, centreOf(0));                  // 0 … 1 ms
    QTest::mouseClick(m_widget->viewport(), Qt::LeftButton, Qt::ControlModifier, centreOf(2)); // 2 … 3 ms
    QVERIFY(m_widget->state()->selectedRange());
    QCOMPARE(m_widget->state()->selectedRange()->begin, std::int64_t{1'000'000});
    QCOMPARE(m_widget->state()->selectedRange()->end, std::int64_t{2'000'000});
    QCOMPARE(m_widget->state()->selectedSpan(), 0u);
}

void TimelineCommandsTest::markersAreSetNotedAndDeleted()
{
    QSignalSpy changed(m_widget->state(), &TimelineState::marksChanged);
    QTest::mouseMove(m_widget->viewport(), QPoint(static_cast<int>(xOf(2'000'000)) + 3, 100));
    press("M");
    QCOMPARE(m_widget->state()->marks().markers.size(), std::size_t{1});
    QCOMPARE(m_widget->state()->marks().markers[0].ns, std::int64_t{2'000'000}); // on the edge
    m_widget->input()->setNoteEditor([](const QString &note) {
        return note.isEmpty() ? std::optional(QString::fromUtf8("Grüße 漢字")) : std::nullopt;
    });
    press("M");
    QCOMPARE(m_widget->state()->marks().markers[0].note, QString::fromUtf8("Grüße 漢字"));
    m_widget->viewport()->grab();
    press("W");
    press("Q");
    press("E");
    QCOMPARE(changed.count(), 2);
    press("Home");
    press("Del");
    QVERIFY(m_widget->state()->marks().markers.empty());
}

void TimelineCommandsTest::bookmarksComeBack()
{
    press("W");
    press("D");
    const TimeAxis there = m_widget->state()->axis();
    press("Ctrl+3");
    press("Home");
    QVERIFY(!(m_widget->state()->axis() == there));
    press("3");
    QCOMPARE(m_widget->state()->axis(), there);
    press("4"); // nothing is kept there
    QCOMPARE(m_widget->state()->axis(), there);
}

void TimelineCommandsTest::marksSurviveAFile()
{
    TimelineMarks marks;
    marks.add({123'456'789'012'345, "late"});
    marks.add({5, "früh"});
    marks.bookmarks[7] = TimelineBookmark{{42, 0.125}, 99};
    QVERIFY(TimelineMarks::fromJson(marks.toJson()) == marks);
    QCOMPARE(marks.markers.front().ns, std::int64_t{5});
    QVERIFY(TimelineMarks::fromJson("{\"markers\":[{},3],\"bookmarks\":{\"2\":{\"ns_per_pixel\":-1}}}")
            == TimelineMarks());
}

void TimelineCommandsTest::overviewMovesAndResizes()
{
    OverviewStrip *strip = m_widget->overview();
    QVERIFY(strip->isVisible());
    m_widget->state()->setAxis(TimeAxis::fitted(1'000'000, 2'000'000, 700, 0));
    const auto send = [&](double from, double to) {
        const QPoint a(static_cast<int>(from), strip->height() / 2), b(static_cast<int>(to), strip->height() / 2);
        QTest::mousePress(strip, Qt::LeftButton, {}, a);
        QTest::mouseMove(strip, (a + b) / 2);
        QTest::mouseMove(strip, b);
        QTest::mouseRelease(strip, Qt::LeftButton, {}, b);
    };
    const double zoom = m_widget->state()->axis().nsPerPixel;
    send(strip->xOf(1'500'000), strip->xOf(2'500'000)); // move
    QVERIFY(std::abs(m_widget->state()->axis().originNs - 2'000'000) < 50'000);
    QVERIFY(std::abs(m_widget->state()->axis().nsPerPixel - zoom) < zoom * 0.05);
    send(strip->xOf(2'000'000), strip->xOf(1'000'000)); // the left edge
    QVERIFY(std::abs(m_widget->state()->axis().originNs - 1'000'000) < 50'000);
    QVERIFY(m_widget->state()->axis().nsPerPixel > zoom * 1.7);
    send(strip->xOf(3'200'000), strip->xOf(3'800'000)); // a new one
    QVERIFY(std::abs(m_widget->state()->axis().originNs - 3'200'000) < 50'000);
    strip->grab();
}

void TimelineCommandsTest::shiftIsFaster()
{
    press("W");
    press("W");
    const TimeAxis start = m_widget->state()->axis();
    press("D");
    const std::int64_t slow = m_widget->state()->axis().originNs - start.originNs;
    m_widget->state()->setAxis(start);
    press("Shift+D");
    QVERIFY(std::abs(m_widget->state()->axis().originNs - start.originNs - 2 * slow) < 10);
}

QTEST_MAIN(TimelineCommandsTest)
#include "tst_timeline_commands.moc"
