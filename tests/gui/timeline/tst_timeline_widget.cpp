// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_widget.h"

#include "gui/timeline/text/timeline_theme.h"
#include "tests/gui/sample_runs.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace streamscope;

class TimelineWidgetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_widget.reset(); }
    void showsTheWholeRunAtFirst();
    void keepsShowingItWhenResized();
    void keysZoomAndPan();
    void ctrlWheelZoomsAtThePointer();
    void shiftWheelPans();
    void wheelScrollsTheLanes();
    void clickSelectsAndEscapeClears();
    void dragMeasuresARange();
    void shiftDragAndMiddleDragPan();
    void doubleClickFitsAnOperation();
    void steppingWalksTheLane();
    void selectingScrollsIntoView();
    void focusCanBeSeen();
    void pixelsShowWhatRan();
    void placeholderWithoutContent();
    void zoomStaysWithinReason();

private:
    void sendWheel(const QPoint &at, const QPoint &angle, Qt::KeyboardModifiers modifiers);
    QPoint centreOf(std::uint32_t span) const;
    const TimelineContent &content() const { return *m_widget->state()->content(); }

    std::unique_ptr<TimelineWidget> m_widget;
};

void TimelineWidgetTest::init()
{
    m_widget = std::make_unique<TimelineWidget>();
    m_widget->resize(1000, 420);
    m_widget->setContent(std::make_shared<TimelineContent>(recordingOf(runPreset("two-stream-exercise"))));
    m_widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_widget.get()));
}

void TimelineWidgetTest::sendWheel(const QPoint &at, const QPoint &angle, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, m_widget->viewport()->mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(m_widget->viewport(), &event);
}

QPoint TimelineWidgetTest::centreOf(std::uint32_t span) const
{
    for (const SceneBar &bar : m_widget->state()->scene().bars) {
        if (bar.span == span && !bar.waiting)
            return bar.rect.center().toPoint();
    }
    return {};
}

void TimelineWidgetTest::showsTheWholeRunAtFirst()
{
    const TimelineScene &scene = m_widget->state()->scene();
    QVERIFY(scene.timeToX(0) >= scene.plotRect.left());
    QVERIFY(scene.timeToX(4'000'000) <= scene.plotRect.right());
    QVERIFY(scene.timeToX(4'000'000) > scene.plotRect.right() - 40);
}

void TimelineWidgetTest::keepsShowingItWhenResized()
{
    m_widget->resize(700, 420);
    QCoreApplication::processEvents();
    QVERIFY(m_widget->state()->scene().timeToX(4'000'000) <= 700);
    QTest::keyClick(m_widget.get(), Qt::Key_W);
    const double zoomed = m_widget->state()->axis().nsPerPixel;
    m_widget->resize(900, 420);
    QCoreApplication::processEvents();
    QCOMPARE(m_widget->state()->axis().nsPerPixel, zoomed); // a chosen zoom is kept
}

void TimelineWidgetTest::keysZoomAndPan()
{
    const TimeAxis all = m_widget->state()->axis();
    QTest::keyClick(m_widget.get(), Qt::Key_W);
    QVERIFY(m_widget->state()->axis().nsPerPixel < all.nsPerPixel);
    const TimeAxis zoomed = m_widget->state()->axis();
    QTest::keyClick(m_widget.get(), Qt::Key_D);
    QVERIFY(m_widget->state()->axis().originNs > zoomed.originNs);
    QTest::keyClick(m_widget.get(), Qt::Key_A);
    QVERIFY(std::abs(m_widget->state()->axis().originNs - zoomed.originNs) < 5);
    QTest::keyClick(m_widget.get(), Qt::Key_Right);
    QVERIFY(m_widget->state()->axis().originNs > zoomed.originNs);
    QTest::keyClick(m_widget.get(), Qt::Key_Left);
    QTest::keyClick(m_widget.get(), Qt::Key_S);
    QVERIFY(std::abs(m_widget->state()->axis().nsPerPixel - all.nsPerPixel) < 1e-6);
    QTest::keyClick(m_widget.get(), Qt::Key_W);
    QTest::keyClick(m_widget.get(), Qt::Key_Home);
    QCOMPARE(m_widget->state()->axis(), all);
    QTest::keyClick(m_widget.get(), Qt::Key_W);
    QTest::keyClick(m_widget.get(), Qt::Key_0);
    QCOMPARE(m_widget->state()->axis(), all);
}

void TimelineWidgetTest::ctrlWheelZoomsAtThePointer()
{
    const QPoint at(640, 100);
    const std::int64_t under = m_widget->state()->scene().xToTime(at.x());
    const double before = m_widget->state()->axis().nsPerPixel;
    sendWheel(at, {0, 120}, Qt::ControlModifier);
    QVERIFY(std::abs(m_widget->state()->axis().nsPerPixel - before / 1.2) < 1e-6);
    QVERIFY(std::abs(m_widget->state()->scene().xToTime(at.x()) - under) <= 1);
    sendWheel(at, {0, -120}, Qt::ControlModifier);
    QVERIFY(std::abs(m_widget->state()->axis().nsPerPixel - before) < 1e-6);
}

void TimelineWidgetTest::shiftWheelPans()
{
    QTest::keyClick(m_widget.get(), Qt::Key_W);
    const TimeAxis before = m_widget->state()->axis();
    sendWheel({500, 100}, {0, -120}, Qt::ShiftModifier);
    QVERIFY(m_widget->state()->axis().originNs > before.originNs);
    QCOMPARE(m_widget->state()->axis().nsPerPixel, before.nsPerPixel);
}

void TimelineWidgetTest::wheelScrollsTheLanes()
{
    m_widget->resize(1000, 170);
    QCoreApplication::processEvents();
    QVERIFY(m_widget->verticalScrollBar()->maximum() > 0);
    const TimeAxis before = m_widget->state()->axis();
    sendWheel({500, 100}, {0, -120}, Qt::NoModifier);
    QVERIFY(m_widget->verticalScrollBar()->value() > 0);
    QCOMPARE(m_widget->state()->axis(), before);
}

void TimelineWidgetTest::clickSelectsAndEscapeClears()
{
    QSignalSpy selected(m_widget->state(), &TimelineState::spanSelected);
    QTest::mouseClick(m_widget->viewport(), Qt::LeftButton, {}, centreOf(4));
    QCOMPARE(selected.takeLast().at(0).toInt(), 4);
    QCOMPARE(m_widget->state()->selectedSpan(), 4u);
    QVERIFY(m_widget->accessibleDescription().contains(QStringLiteral("Kernel")));
    QTest::keyClick(m_widget.get(), Qt::Key_Escape);
    QCOMPARE(selected.takeLast().at(0).toInt(), -1);
    QVERIFY(!m_widget->state()->selectedSpan());
    QTest::mouseClick(m_widget->viewport(), Qt::LeftButton, {}, centreOf(2));
    QTest::mouseClick(m_widget->viewport(), Qt::LeftButton, {}, {900, 380 - 60}); // empty space
    QVERIFY(!m_widget->state()->selectedSpan());
}

void TimelineWidgetTest::dragMeasuresARange()
{
    const int from = static_cast<int>(m_widget->state()->scene().timeToX(1'000'000));
    const int to = static_cast<int>(m_widget->state()->scene().timeToX(3'000'000));
    QTest::mousePress(m_widget->viewport(), Qt::LeftButton, {}, {to, 120});
    QTest::mouseMove(m_widget->viewport(), {(from + to) / 2, 120});
    QTest::mouseMove(m_widget->viewport(), {from, 120});
    QTest::mouseRelease(m_widget->viewport(), Qt::LeftButton, {}, {from, 120});
    QVERIFY(m_widget->state()->selectedRange());
    const auto range = *m_widget->state()->selectedRange();
    const auto pixel = static_cast<std::int64_t>(m_widget->state()->axis().nsPerPixel) + 1;
    QVERIFY(std::abs(range.begin - 1'000'000) <= pixel);
    QVERIFY(std::abs(range.end - 3'000'000) <= pixel);
    QVERIFY(!m_widget->state()->selectedSpan());
    QTest::keyClick(m_widget.get(), Qt::Key_F);
    QVERIFY(std::abs(m_widget->state()->scene().timeToX(range.begin) - m_widget->state()->scene().plotRect.left())
            < 40);
    QVERIFY(std::abs(m_widget->state()->scene().timeToX(range.end) - m_widget->state()->scene().plotRect.right()) < 40);
    QTest::keyClick(m_widget.get(), Qt::Key_Escape);
    QVERIFY(!m_widget->state()->selectedRange());
}

void TimelineWidgetTest::shiftDragAndMiddleDragPan()
{
    QTest::keyClick(m_widget.get(), Qt::Key_W);
    for (const bool middle : {false, true}) {
        const TimeAxis before = m_widget->state()->axis();
        const Qt::MouseButton button = middle ? Qt::MiddleButton : Qt::LeftButton;
        const Qt::KeyboardModifiers keys = middle ? Qt::NoModifier : Qt::ShiftModifier;
        QTest::mousePress(m_widget->viewport(), button, keys, {600, 120});
        QTest::mouseMove(m_widget->viewport(), {560, 120});
        QTest::mouseRelease(m_widget->viewport(), button, keys, {560, 120});
        const double moved =
            static_cast<double>(m_widget->state()->axis().originNs - before.originNs) / before.nsPerPixel;
        QVERIFY(std::abs(moved - 40) < 1);
        QVERIFY(!m_widget->state()->selectedRange());
    }
}

void TimelineWidgetTest::doubleClickFitsAnOperation()
{
    QTest::mouseDClick(m_widget->viewport(), Qt::LeftButton, {}, centreOf(1));
    QCOMPARE(m_widget->state()->selectedSpan(), 1u);
    const TimelineScene &scene = m_widget->state()->scene();
    QVERIFY(std::abs(scene.timeToX(1'000'000) - scene.plotRect.left()) < 40);
    QVERIFY(std::abs(scene.timeToX(2'000'000) - scene.plotRect.right()) < 40);
}

void TimelineWidgetTest::steppingWalksTheLane()
{
    m_widget->state()->selectSpan(0); // H2D, kernel and D2H of the first stream are 0, 1 and 2
    QTest::keyClick(m_widget.get(), Qt::Key_Period);
    QCOMPARE(m_widget->state()->selectedSpan(), 1u);
    QTest::keyClick(m_widget.get(), Qt::Key_Period);
    QTest::keyClick(m_widget.get(), Qt::Key_Period); // the end of the lane
    QCOMPARE(m_widget->state()->selectedSpan(), 2u);
    QTest::keyClick(m_widget.get(), Qt::Key_Comma);
    QCOMPARE(m_widget->state()->selectedSpan(), 1u);
}

void TimelineWidgetTest::selectingScrollsIntoView()
{
    m_widget->state()->setAxis(TimeAxis{0, 100}); // 0.08 ms on the screen
    m_widget->state()->selectSpan(5);
    const Span span = content().timeline().span(5);
    QVERIFY(m_widget->state()->scene().timeToX(span.start) < m_widget->state()->scene().plotRect.right());
    QVERIFY(m_widget->state()->scene().timeToX(span.end) > m_widget->state()->scene().plotRect.left());
}

void TimelineWidgetTest::focusCanBeSeen()
{
    QCOMPARE(m_widget->focusPolicy(), Qt::StrongFocus);
    QVERIFY(!m_widget->accessibleName().isEmpty());
    m_widget->activateWindow();
    m_widget->setFocus();
    QVERIFY(QTest::qWaitFor([this] { return m_widget->hasFocus(); }));
    const QImage focused = m_widget->viewport()->grab().toImage();
    QCOMPARE(focused.pixelColor(1, 200), m_widget->palette().color(QPalette::Highlight));
    m_widget->clearFocus();
    const QImage unfocused = m_widget->viewport()->grab().toImage();
    QVERIFY(unfocused.pixelColor(1, 200) != m_widget->palette().color(QPalette::Highlight));
}

void TimelineWidgetTest::pixelsShowWhatRan()
{
    const QImage image = m_widget->viewport()->grab().toImage();
    const bool dark = m_widget->palette().color(QPalette::Window).lightness() < 128;
    const TimelineTheme &theme = dark ? TimelineTheme::of(true) : TimelineTheme::light();
    int waiting = 0;
    for (const SceneBar &bar : m_widget->state()->scene().bars) {
        const KindStyle &style = theme.style(bar.kind);
        // Right of the label, a few pixels from the edge.
        const QPoint point(static_cast<int>(bar.rect.right()) - 8, static_cast<int>(bar.rect.top()) + 8);
        const QColor colour = image.pixelColor(point);
        if (bar.waiting) {
            ++waiting;
            QVERIFY2(colour == style.waiting || colour == style.hatch, qPrintable(colour.name()));
        } else {
            QCOMPARE(colour, style.fill);
        }
    }
    QCOMPARE(waiting, 1);
}

void TimelineWidgetTest::placeholderWithoutContent()
{
    TimelineWidget empty;
    empty.setPlaceholder(QStringLiteral("Press Run"));
    empty.resize(500, 200);
    const QImage image = empty.grab().toImage();
    QSet<QRgb> colours;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            colours.insert(image.pixel(x, y));
    QVERIFY(colours.size() > 2); // there is text
    for (const Qt::Key key : {Qt::Key_W, Qt::Key_F, Qt::Key_0, Qt::Key_Period, Qt::Key_Escape})
        QTest::keyClick(&empty, key);
    QTest::mouseClick(empty.viewport(), Qt::LeftButton, {}, {250, 100});
    QVERIFY(!empty.state()->selectedSpan());
}

void TimelineWidgetTest::zoomStaysWithinReason()
{
    for (int i = 0; i < 200; ++i)
        QTest::keyClick(m_widget.get(), Qt::Key_S);
    QVERIFY(4'000'000 / m_widget->state()->axis().nsPerPixel > 200);
    for (int i = 0; i < 200; ++i)
        QTest::keyClick(m_widget.get(), Qt::Key_W);
    QVERIFY(m_widget->state()->axis().nsPerPixel > 0);
    QTest::keyClick(m_widget.get(), Qt::Key_D, Qt::ShiftModifier);
    m_widget->viewport()->grab();
}

QTEST_MAIN(TimelineWidgetTest)
#include "tst_timeline_widget.moc"
