// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Reading the timeline on real widgets: hidden lanes, headings, ruler, ranges, causes.
#include "gui/window/main_window.h"

#include "gui/results/operations_table.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/window_driver.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

class ReadingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }
    void hiddenLanesAreALine();
    void headingsStayInSight();
    void rulerLabelsStayApart();
    void streamsAreSorted();
    void hostBarsSayTheCall();
    void aRangeHasATable();
    void causesAreLinks();
    void findingWorksFromEverywhere();
    void tablesChooseColumnsAndShow();

private:
    TimelineState *timeline() const { return m_window->timeline()->state(); }
    void choose(const char *preset);

    std::unique_ptr<MainWindow> m_window;
};

void ReadingTest::init()
{
    m_window = firstWindow();
    choose("balanced-pipeline");
}

void ReadingTest::choose(const char *preset)
{
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset(preset));
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    m_window->findChild<QAction *>("run")->trigger();
    QVERIFY(finished.wait(20'000));
    QTRY_VERIFY(!m_window->controller().isBusy() && timeline()->hasContent());
}

void ReadingTest::hiddenLanesAreALine()
{
    const auto line = [this]() -> const SceneGroup * {
        for (const SceneGroup &group : timeline()->scene().groups)
            if (group.key == hiddenLanesKey)
                return &group;
        return nullptr;
    };
    QVERIFY(!line());
    const QStringList keys = laneKeys(timeline()->lanes());
    m_window->timeline()->laneControls()->hide(keys[1]);
    m_window->timeline()->laneControls()->hide(keys[2]);
    QVERIFY(line());
    QCOMPARE(line()->title.text, QStringLiteral("2 lanes hidden – show"));
    QTest::mouseClick(m_window->timeline()->viewport(), Qt::LeftButton, {},
                      line()->title.rect.topLeft().toPoint() + QPoint(10, 5));
    QCOMPARE(laneKeys(timeline()->lanes()), keys);
    QVERIFY(!line());
}

void ReadingTest::headingsStayInSight()
{
    setKnob(*m_window, "streams", QStringLiteral("64"));
    setKnob(*m_window, "chunks", QStringLiteral("64"));
    QTRY_VERIFY(timeline()->maxScrollY() > 200);
    QVERIFY(timeline()->scene().stuckHeading.isEmpty());
    timeline()->setScrollY(timeline()->maxScrollY() / 2);
    const TimelineScene &scene = timeline()->scene();
    QCOMPARE(scene.stuckHeading.top(), scene.scrollTop);
    QVERIFY(scene.groups.back().title.text.startsWith(QStringLiteral("Streams")));
    QVERIFY(!scene.laneAt(scene.stuckHeading.center().y()));
    QTest::mouseClick(m_window->timeline()->viewport(), Qt::LeftButton, {},
                      scene.stuckHeading.topLeft().toPoint() + QPoint(60, 5)); // folds as everywhere
    QVERIFY(timeline()->arrangement().collapsed.contains(QStringLiteral("group:streams")));
}

void ReadingTest::rulerLabelsStayApart()
{
    for (int width = 300; width < 1500; width += 7) {
        timeline()->setFrame({width, 500}, m_window->font(), 1);
        double end = -1e9;
        for (const SceneTick &tick : timeline()->scene().ticks) {
            if (tick.label.text.isEmpty())
                continue;
            QVERIFY2(tick.label.rect.left() > end, qPrintable(QString::number(width)));
            end = tick.label.rect.right();
        }
    }
}

void ReadingTest::streamsAreSorted()
{
    Recording recording = *m_window->workspace().shown().recording();
    Timeline timeline;
    for (const char *id : {"copies", "20", "7", "100"}) {
        TimelineStream stream;
        stream.id = id;
        Span span;
        span.kind = OperationKind::Kernel;
        span.engine = Engine::Compute;
        span.stream = timeline.addStream(stream);
        span.end = 1000;
        timeline.append(span);
    }
    recording.timeline = std::move(timeline);
    const TimelineContent content(std::make_shared<const Recording>(std::move(recording)));
    QStringList titles;
    for (const OperationLane *lane : content.operationLanes())
        if (lane->lane.kind == LaneKind::Stream)
            titles << lane->title;
    QCOMPARE(titles, QStringList({QStringLiteral("Stream 7"), QStringLiteral("Stream 20"), QStringLiteral("Stream 100"),
                                  QStringLiteral("Stream copies")}));
}

void ReadingTest::hostBarsSayTheCall()
{
    timeline()->fitRange(0, 6'000);
    QStringList labels;
    for (const SceneBarLabel &label : timeline()->scene().barLabels)
        if (const OperationLane *lane = timeline()->scene().operationsOf(label.bar); lane && lane->isOnHost())
            labels << label.text.text;
    QVERIFY2(!labels.filter(QStringLiteral("cudaLaunchKernel · kernel 0")).isEmpty(),
             qPrintable(labels.join(QStringLiteral(" | "))));
}

void ReadingTest::aRangeHasATable()
{
    const TimelineScene &scene = timeline()->scene();
    QWidget *viewport = m_window->timeline()->viewport();
    const QPoint from(static_cast<int>(scene.timeToX(1'000'000)), static_cast<int>(scene.plotRect.bottom()) - 10);
    const QPoint to(static_cast<int>(scene.timeToX(3'000'000)), from.y());
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    for (const QPoint &at : {(from + to) / 2, to}) {
        QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(viewport, &move);
    }
    QTRY_VERIFY(timeline()->rangeTable().size() >= 4); // while the button is down
    QCOMPARE(timeline()->rangeTable()[0].first, QStringLiteral("Busy"));
    QCOMPARE(timeline()->rangeTable()[1].first, QStringLiteral("Copies hidden"));
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
    QVERIFY(!timeline()->rangeTable().empty());
    timeline()->clearSelection();
    QVERIFY(timeline()->rangeTable().empty());
}

void ReadingTest::causesAreLinks()
{
    const Timeline &spans = timeline()->content()->timeline();
    std::uint32_t waited = 0;
    while (spans.kinds()[waited] != OperationKind::Kernel || spans.span(waited).waited() < 1000)
        ++waited;
    timeline()->selectSpan(static_cast<int>(waited));
    auto *panel = m_window->findChild<SelectionPanel *>();
    openPage(*m_window, panel);
    QTRY_VERIFY(!panel->findItems(QStringLiteral("Waited for"), Qt::MatchExactly).isEmpty());
    QTreeWidgetItem *cause = panel->findItems(QStringLiteral("Waited for"), Qt::MatchExactly).first()->child(0);
    QVERIFY(cause->font(1).underline());
    panel->scrollToItem(cause);
    QTest::mouseClick(panel->viewport(), Qt::LeftButton, {}, panel->visualItemRect(cause).center());
    QTRY_VERIFY(timeline()->selectedSpan() != waited);
    QVERIFY(timeline()->selectedSpan());
}

void ReadingTest::findingWorksFromEverywhere()
{
    QWidget *field = m_window->findChild<ParameterForm *>("parameterForm")->field("streams")->editor();
    field->setFocus();
    QTest::keySequence(field, QKeySequence::Find);
    auto *line = m_window->findChild<QLineEdit *>("searchLine");
    QVERIFY(line->isVisible() && line->hasFocus());
    QTest::keyClicks(line, QStringLiteral("kernel"));
    const auto texts = [line] {
        QStringList all;
        for (const QLabel *label : line->parentWidget()->findChildren<QLabel *>())
            all << label->text();
        return all.join(QLatin1Char(' '));
    };
    QVERIFY2(texts().startsWith(QStringLiteral("16 found · ")), qPrintable(texts()));
    QVERIFY(texts().contains(QStringLiteral(" in sum")));
    field->setFocus();
    QTest::keyClick(field, Qt::Key_F3);
    QVERIFY(timeline()->selectedSpan());
    const auto first = timeline()->selectedSpan();
    QTest::keyClick(field, Qt::Key_F3);
    QVERIFY(timeline()->selectedSpan() != first);
    QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(timeline()->selectedSpan(), first);
}

void ReadingTest::tablesChooseColumnsAndShow()
{
    auto *table = m_window->findChild<OperationsTable *>();
    openPage(*m_window, table);
    Q_EMIT table->horizontalHeader()->customContextMenuRequested({5, 5});
    auto *menu = table->findChild<QMenu *>("columnMenu");
    QVERIFY(menu);
    QAction *kind = menu->actions()[1];
    QVERIFY(kind->isChecked() && !table->isColumnHidden(1));
    kind->trigger();
    QVERIFY(table->isColumnHidden(1));
    menu->close();
    table->selectRow(5);
    QCOMPARE(timeline()->selectedSpan(), std::optional<std::uint32_t>(5));
    const TimeAxis before = timeline()->axis();
    table->findChild<QAction *>("showInTimeline")->trigger();
    QVERIFY(timeline()->axis().nsPerPixel < before.nsPerPixel);
}

QTEST_MAIN(ReadingTest)
#include "tst_reading.moc"
