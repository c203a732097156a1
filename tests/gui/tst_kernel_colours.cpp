// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Kernels have the colours of their names: in the timeline, on the SMs and in the tables.
#include "gui/window/main_window.h"

#include "gui/results/names_panel.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/window_driver.h"
#include "tests/support/spans.h"

#include <QAction>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// A run of kernels one after the other, each with its name and duration.
Timeline kernels(const std::vector<std::pair<std::string, std::int64_t>> &list)
{
    Timeline timeline;
    TimelineStream stream;
    stream.id = "0";
    timeline.addStream(stream);
    std::int64_t now = 0;
    for (const auto &[name, length] : list) {
        Span span = kernelSpan(now, now + length);
        span.name = timeline.intern(name);
        now = span.end;
        timeline.append(span);
    }
    return timeline;
}

std::uint8_t tagOf(const NameColours &colours, const Timeline &timeline, std::size_t span)
{
    return colours.tags()[timeline.nameIndices()[span]];
}

} // namespace

class KernelColoursTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void theLongestComeFirst();
    void namesKeepTheirColours();
    void numbersAreNoNames();
    void barsTablesAndBlocksAgree();
    void theViewChoosesWhatColoursSay();
    void hoveringMarksAllOfTheName();

private:
    TimelineState *timeline() const { return m_window->timeline()->state(); }
    void run(const char *preset);
    std::set<std::uint8_t> kernelColoursOnScreen() const;

    std::unique_ptr<MainWindow> m_window;
};

void KernelColoursTest::theLongestComeFirst()
{
    std::vector<std::pair<std::string, std::int64_t>> list;
    for (int i = 0; i < 40; ++i) // the later, the longer
        list.emplace_back("void lib::k" + std::string(1, static_cast<char>('a' + i % 26)) + (i < 26 ? "x" : "y")
                              + "<float>(int)",
                          1000 + i);
    const Timeline timeline = kernels(list);
    const NameColours colours(timeline);
    QCOMPARE(colours.kernelNames(), std::size_t{40});
    QCOMPARE(colours.kernels().size(), kernelColourCount);
    QCOMPARE(colours.kernels()[0].name, std::string("kny"));
    for (std::size_t i = 0; i < kernelColourCount; ++i)
        QCOMPARE(tagOf(colours, timeline, 39 - i), kernelTag(i));
    QCOMPARE(tagOf(colours, timeline, 0), otherKernelsTag);
}

/// Another run of the same document has other durations and one more kernel.
void KernelColoursTest::namesKeepTheirColours()
{
    const Timeline first = kernels({{"long", 900}, {"short", 100}});
    const NameColours before(first);
    const Timeline second = kernels({{"long", 50}, {"short", 500}, {"new", 5000}});
    const NameColours after(second, before.byName());
    QCOMPARE(tagOf(after, second, 0), tagOf(before, first, 0));
    QCOMPARE(tagOf(after, second, 1), tagOf(before, first, 1));
    QCOMPARE(tagOf(after, second, 2), kernelTag(2));
    QCOMPARE(after.kernels()[0].name, std::string("new")); // the order is that of this run
}

void KernelColoursTest::numbersAreNoNames()
{
    const Timeline timeline = kernels({{"kernel 0", 10}, {"kernel 1", 10}, {"kernel 17", 10}, {"k2", 10}, {"7", 1}});
    const NameColours colours(timeline);
    QCOMPARE(colours.kernelNames(), std::size_t{3});
    QCOMPARE(tagOf(colours, timeline, 0), tagOf(colours, timeline, 2));
    QCOMPARE(colours.kernels()[0].name, std::string("kernel"));
}

void KernelColoursTest::run(const char *preset)
{
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset(preset));
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    m_window->findChild<QAction *>("run")->trigger();
    QVERIFY(finished.wait(20'000));
    QTRY_VERIFY(!m_window->controller().isBusy() && timeline()->hasContent());
}

std::set<std::uint8_t> KernelColoursTest::kernelColoursOnScreen() const
{
    std::set<std::uint8_t> colours;
    for (const SceneBar &bar : timeline()->scene().bars.operations())
        if (!bar.waiting && bar.kind == OperationKind::Kernel)
            colours.insert(bar.colour);
    return colours;
}

void KernelColoursTest::barsTablesAndBlocksAgree()
{
    m_window->workspace().setRecordsBlocks(true);
    run("stream-priorities");
    QCOMPARE(kernelColoursOnScreen(), (std::set<std::uint8_t>{kernelTag(0), kernelTag(1)}));
    for (const SceneBar &bar : timeline()->scene().bars)
        if (bar.kind == OperationKind::Kernel && !bar.waiting)
            QCOMPARE(bar.colour, timeline()->content()->tag(bar.span)); // of blocks as well
    auto *panel = m_window->findChild<NamesPanel *>();
    openPage(*m_window, panel);
    QTRY_VERIFY(panel->model().rowCount() > 1);
    const TimelineTheme &theme = TimelineTheme::light();
    for (int row = 0; row < panel->model().rowCount(); ++row) {
        const NameFigures &figures = panel->model().at(row);
        const QColor shown = panel->model().index(row, NamesModel::Name).data(Qt::DecorationRole).value<QColor>();
        QCOMPARE(shown, barColours(theme)[timeline()->content()->tag(figures.first)].fill);
    }
}

void KernelColoursTest::theViewChoosesWhatColoursSay()
{
    run("large-pipeline");
    QCOMPARE(kernelColoursOnScreen().size(), std::size_t{1});
    m_window->findChild<QAction *>("coloursStream")->trigger();
    QCOMPARE(kernelColoursOnScreen().size(), std::size_t{4});
    m_window->findChild<QAction *>("coloursChunk")->trigger();
    QCOMPARE(kernelColoursOnScreen().size(), std::size_t{16});
    m_window->findChild<QAction *>("coloursKind")->trigger();
    QCOMPARE(kernelColoursOnScreen(), std::set<std::uint8_t>{static_cast<std::uint8_t>(OperationKind::Kernel)});
    m_window = std::make_unique<MainWindow>(); // it is remembered
    QVERIFY(m_window->findChild<QAction *>("coloursKind")->isChecked());
    QVERIFY(timeline()->colouring() == KernelColouring::Kind);
}

void KernelColoursTest::hoveringMarksAllOfTheName()
{
    run("balanced-pipeline");
    QWidget *viewport = m_window->timeline()->viewport();
    const auto isMarked = [&](const SceneBar &bar) {
        return viewport->grab().toImage().pixelColor(bar.rect.left() + 3, bar.rect.top())
               == TimelineTheme::light().text;
    };
    SceneBar kernel, other, copy;
    for (const SceneBar &bar : timeline()->scene().bars.operations()) {
        if (bar.waiting || bar.rect.width() < 10 || timeline()->scene().operationsOf(bar)->isOnHost())
            continue;
        if (bar.kind == OperationKind::H2D)
            copy = bar;
        else if (bar.kind == OperationKind::Kernel)
            other = std::exchange(kernel, bar);
    }
    QVERIFY(kernel.span != other.span);
    QVERIFY(!isMarked(kernel));
    const QPointF at = kernel.rect.center(); // sent: a pointer cannot leave the small screen of the offscreen platform
    QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(viewport, &move);
    QVERIFY(isMarked(kernel));
    QVERIFY(isMarked(other));
    QVERIFY(!isMarked(copy));
    timeline()->setPointer(std::nullopt);
    QVERIFY(!isMarked(other));
}

QTEST_MAIN(KernelColoursTest)
#include "tst_kernel_colours.moc"
