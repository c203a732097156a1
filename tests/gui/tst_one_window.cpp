// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How the window divides its space, and what its fields, tables and texts do on real widgets.
#include "gui/window/main_window.h"

#include "gui/parameters/explanation_view.h"
#include "gui/results/names_panel.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/widget/overview_strip.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

using namespace streamscope;
using namespace streamscope::test;

class OneWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void theTimelineHasTheRoom_data();
    void theTimelineHasTheRoom();
    void theLegendGivesWay();
    void presentationLeavesTheTimeline();
    void typedValuesCountAfterAMoment();
    void undoSaysWhat();
    void resetGoesBackToThePreset();
    void theDescriptionSaysWhatChanged();
    void experimentsAreFiltered();
    void publishedExamplesAreFoundByName_data();
    void publishedExamplesAreFoundByName();
    void everyCommandIsInThePalette();
    void byNameCountsMarksAndFollows();
    void countersBelongToTheirDocument();
    void tracesHaveNoSpeedUp();
    void aTraceWithoutWorkSaysSo();
    void offersOfErrorsCanBeRead();
    void controlsAreVisibleInEveryTheme();
    void messagesMoveNothing();
    void aMessageComesToRest();
    void messagesGoWithTheirCause();
    void theFieldKnowsTheDevice();

private:
    template <typename T>
    T *child(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    void run();
    /// Of the timeline, when the headline above it has found its height.
    QRect settledTimeline() const;
    void open(const QString &path);
    QLineEdit *lineOf(const char *knob) const
    {
        return child<ParameterForm>("parameterForm")->field(knob)->editor()->findChild<QLineEdit *>();
    }
    std::int64_t knob(const char *name) const { return m_window->document().preset().parameters.integer(name); }

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void OneWindowTest::run()
{
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    child<QAction>("run")->trigger();
    QVERIFY(finished.wait(20'000));
    QTRY_VERIFY(!m_window->controller().isBusy());
}

QRect OneWindowTest::settledTimeline() const
{
    QRect before;
    do {
        before = m_window->timeline()->geometry();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTest::qWait(50);
    } while (m_window->timeline()->geometry() != before);
    return before;
}

void OneWindowTest::open(const QString &path)
{
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    m_window->openFile(path);
    QVERIFY(finished.wait(20'000));
    QTRY_VERIFY(!m_window->controller().isBusy());
}

void OneWindowTest::theTimelineHasTheRoom_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1366x768") << QSize(1366, 768);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
    QTest::newRow("2560x1600 at 2x") << QSize(1280, 800); // in units of the window
}

void OneWindowTest::theTimelineHasTheRoom()
{
    QFETCH(QSize, size);
    QVERIFY(m_window->minimumSizeHint().width() <= size.width()
            && m_window->minimumSizeHint().height() <= size.height());
    m_window->resize(size);
    child<QAction>("restoreLayout")->trigger();
    QCoreApplication::processEvents();
    for (const bool isTrace : {false, true}) {
        if (isTrace)
            open(tracePath("swim_blocking.json.gz"));
        else
            run();
        QCOMPARE(m_window->size(), size); // nothing needs more
        const QSize plot = m_window->timeline()->viewport()->size();
        QVERIFY2(plot.width() >= 0.6 * size.width(), qPrintable(QString::number(plot.width())));
        QVERIFY2(plot.height() >= 0.45 * size.height(), qPrintable(QString::number(plot.height())));
        QVERIFY(!child<QWidget>("dockTables")->isVisible());
        // The overview begins and ends where the plot does.
        const TimelineWidget *timeline = m_window->timeline();
        const OverviewStrip *strip = timeline->overview();
        const TimelineContent &content = *timeline->state()->content();
        const QWidget *viewport = timeline->viewport();
        QCOMPARE(strip->mapTo(timeline, QPoint(0, 0)).x(), viewport->mapTo(timeline, QPoint(0, 0)).x());
        QCOMPARE(strip->width(), viewport->width());
        QCOMPARE(strip->xOf(content.beginNs()), timeline->state()->scene().plotRect.left());
        QCOMPARE(strip->xOf(content.endNs()), timeline->state()->scene().plotRect.right());
        for (const QTabBar *pages : m_window->findChildren<QTabBar *>())
            for (const QToolButton *arrow : pages->findChildren<QToolButton *>(QString(), Qt::FindDirectChildrenOnly))
                QVERIFY2(!arrow->isVisible() || arrow->arrowType() == Qt::NoArrow, "a name of a page is cut");
    }
}

void OneWindowTest::theLegendGivesWay()
{
    run();
    TimelineState *timeline = m_window->timeline()->state();
    timeline->setFrame({900, 600}, m_window->font(), 1);
    QVERIFY(timeline->legendHeight() > 0);
    timeline->setFrame({900, 100}, m_window->font(), 1);
    QCOMPARE(timeline->legendHeight(), 0.0);
}

void OneWindowTest::presentationLeavesTheTimeline()
{
    const double letters = m_window->timeline()->font().pointSizeF();
    QTest::keyClick(m_window.get(), Qt::Key_F11);
    QVERIFY(m_window->timeline()->isVisible() && child<QWidget>("summaryBar")->isVisible());
    for (const char *name : {"dockExperiments", "dockInspector", "dockTables", "mainToolBar", "documentBar"})
        QVERIFY2(!child<QWidget>(name)->isVisible(), name);
    QVERIFY(!m_window->menuBar()->isVisible());
    QVERIFY(m_window->timeline()->font().pointSizeF() > 1.4 * letters);
    QTest::keyClick(m_window.get(), Qt::Key_F11);
    for (const char *name : {"dockExperiments", "dockInspector", "mainToolBar", "documentBar"})
        QVERIFY2(child<QWidget>(name)->isVisible(), name);
    QVERIFY(!child<QWidget>("dockTables")->isVisible()); // it was closed
    QCOMPARE(m_window->timeline()->font().pointSizeF(), letters);
}

/// Nobody has to press Enter, and nobody's text is rewritten while it is typed.
void OneWindowTest::typedValuesCountAfterAMoment()
{
    QLineEdit *line = lineOf("bytes");
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("512M"));
    QTRY_COMPARE(knob("bytes"), std::int64_t{512} << 20);
    QCOMPARE(line->text(), QStringLiteral("512M"));
    lineOf("chunks")->setFocus();
    QCOMPARE(line->text(), QStringLiteral("512MiB"));
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("5x"));
    QTest::qWait(300);
    QCOMPARE(knob("bytes"), std::int64_t{512} << 20);
    QVERIFY(child<QLabel>("problem_bytes")->isVisible());
}

void OneWindowTest::undoSaysWhat()
{
    setKnob(*m_window, "streams", QStringLiteral("8"));
    QCOMPARE(child<QAction>("undo")->text(), QStringLiteral("&Undo: Streams 4 → 8"));
    QWidget *field = child<ParameterForm>("parameterForm")->field("streams")->editor();
    field->setFocus();
    QTest::keySequence(field, QKeySequence::Undo); // also within a field
    QCOMPARE(knob("streams"), 4);
    QCOMPARE(child<QAction>("redo")->text(), QStringLiteral("&Redo: Streams 4 → 8"));
}

void OneWindowTest::resetGoesBackToThePreset()
{
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("two-stream-exercise"));
    const std::int64_t ofThePreset = knob("chunks");
    setKnob(*m_window, "chunks", QString::number(ofThePreset + 3));
    auto *reset = child<QToolButton>("reset_chunks");
    QVERIFY(reset->isEnabled());
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(knob("chunks"), ofThePreset);
    QVERIFY(!reset->isEnabled() && !m_window->isWindowModified());
}

void OneWindowTest::theDescriptionSaysWhatChanged()
{
    const auto *text = m_window->findChild<ExplanationView *>();
    QVERIFY(!text->toPlainText().contains(QStringLiteral("Changed")));
    setKnob(*m_window, "streams", QStringLiteral("8"));
    QVERIFY2(text->toPlainText().contains(QStringLiteral("Streams 4 → 8")), qPrintable(text->toPlainText()));
    child<QAction>("undo")->trigger();
    QVERIFY(!text->toPlainText().contains(QStringLiteral("Changed")));
}

void OneWindowTest::experimentsAreFiltered()
{
    auto *tree = m_window->findChild<ExperimentTree *>();
    QCOMPARE(tree->topLevelItem(1)->child(0)->text(0).left(3), QStringLiteral("1. "));
    QTest::keyClicks(child<QLineEdit>("experimentFilter"), QStringLiteral("pageable"));
    QVERIFY(!tree->itemOf("pinned-vs-pageable")->isHidden());
    QVERIFY(tree->itemOf("stream-priorities")->isHidden() || tree->itemOf("stream-priorities")->parent()->isHidden());
    child<QLineEdit>("experimentFilter")->clear();
    QVERIFY(!tree->itemOf("stream-priorities")->isHidden() && !tree->topLevelItem(0)->isHidden());
}

void OneWindowTest::publishedExamplesAreFoundByName_data()
{
    QTest::addColumn<QString>("preset");
    QTest::newRow("swimming in streams") << "swimming-in-streams";
    QTest::newRow("async.cu") << "overlap-c1060";
    QTest::newRow("two streams exercise") << "two-stream-exercise";
    QTest::newRow("prefetch") << "prefetch";
    QTest::newRow("multi-stage") << "multi-stage";
    QTest::newRow("gradient buckets") << "gradient-buckets";
    QTest::newRow("VLM stages") << "event-pipeline";
}

void OneWindowTest::publishedExamplesAreFoundByName()
{
    QFETCH(QString, preset);
    auto *tree = m_window->findChild<ExperimentTree *>();
    const QString name = QString::fromUtf8(QTest::currentDataTag());
    QTest::keyClicks(child<QLineEdit>("experimentFilter"), name);
    const QList<QTreeWidgetItem *> items = tree->findItems(name, Qt::MatchFixedString | Qt::MatchRecursive);
    const auto shown = std::ranges::find_if(items, [](QTreeWidgetItem *item) {
        return item->parent() && !item->isHidden() && !item->parent()->isHidden() && item->parent()->isExpanded();
    });
    QVERIFY(shown != items.end());
    Q_EMIT tree->itemClicked(*shown, 0);
    QCOMPARE(QString::fromStdString(m_window->document().preset().name), preset);
    QVERIFY(!tree->itemOf(preset.toStdString())->isHidden()); // nor where it belongs
}

void OneWindowTest::everyCommandIsInThePalette()
{
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto *palette = child<QDialog>("commandPalette");
    QVERIFY(palette && palette->isVisible());
    auto *list = palette->findChild<QListWidget *>("commandList");
    QVERIFY(list->count() > 40);
    QTest::keyClicks(palette->findChild<QLineEdit *>("commandWords"), QStringLiteral("theme dark"));
    QCOMPARE(list->count(), 1);
    QTest::keyClick(palette->findChild<QLineEdit *>("commandWords"), Qt::Key_Return);
    QTRY_VERIFY(child<QAction>("themeDark")->isChecked());
    QTRY_VERIFY(!child<QDialog>("commandPalette"));
    child<QAction>("themeLight")->trigger();
    child<QAction>("palette")->trigger();
    palette = child<QDialog>("commandPalette");
    list = palette->findChild<QListWidget *>("commandList");
    for (int i = 0; i < list->count(); ++i) // what cannot be done now is not offered
        QVERIFY2(!list->item(i)->text().contains(QStringLiteral("Replay this")), qPrintable(list->item(i)->text()));
    palette->reject();
}

void OneWindowTest::byNameCountsMarksAndFollows()
{
    open(tracePath("swim_blocking.json.gz"));
    auto *panel = m_window->findChild<NamesPanel *>();
    QCOMPARE(panel->model().rowCount(), 0); // nobody looks
    QSignalSpy shown(panel, &NamesPanel::shown);
    openPage(*m_window, panel);
    QTRY_VERIFY(panel->model().rowCount() > 1);
    const Timeline &timeline = m_window->timeline()->state()->content()->timeline();
    const NameFigures first = panel->model().at(0);
    panel->table()->selectRow(0);
    const auto &marked = m_window->timeline()->state()->found();
    QCOMPARE(marked.size(), first.count);
    for (const std::uint32_t span : marked)
        QCOMPARE(timeline.nameIndices()[span], first.name);
    const std::size_t all = panel->model().operations();
    child<QComboBox>("namesScope")->setCurrentIndex(static_cast<int>(NamesPanel::Scope::Range));
    m_window->timeline()->state()->setRange(TimeRange{timeline.begin(), (timeline.begin() + timeline.end()) / 2});
    QTRY_VERIFY(panel->model().operations() > 0 && panel->model().operations() < all);
    QVERIFY(child<QLabel>("namesSum")->text().contains(QStringLiteral("summed over")));
}

void OneWindowTest::countersBelongToTheirDocument()
{
    auto *shown = child<QAction>("counterLanes");
    QVERIFY(shown && !shown->isChecked());
    const auto counters = [this] {
        const std::vector<LaneEntry> &entries = m_window->timeline()->state()->lanes().entries;
        return std::count_if(entries.begin(), entries.end(),
                             [](const LaneEntry &entry) { return entry.lane && entry.lane->isCounter(); });
    };
    run();
    shown->trigger();
    QVERIFY(shown->isChecked() && counters() >= 4); // two directions, streams, queue
    Document *experiment = &m_window->workspace().front();
    open(tracePath("swim_blocking.json.gz"));
    QCOMPARE(counters(), 0);
    QVERIFY(!shown->isChecked());
    m_window->workspace().bringToFront(experiment);
    QTRY_VERIFY(counters() >= 4);
    QVERIFY(shown->isChecked());
    shown->trigger();
    QCOMPARE(counters(), 0);
}

void OneWindowTest::tracesHaveNoSpeedUp()
{
    run();
    QVERIFY(child<QLabel>("figure_speedup"));
    open(tracePath("swim_blocking.json.gz"));
    QVERIFY(child<QLabel>("figure_makespan") && !child<QLabel>("figure_speedup"));
    QCOMPARE(child<QLabel>("figure_origin")->accessibleName().left(8), QStringLiteral("Imported"));
}

void OneWindowTest::aTraceWithoutWorkSaysSo()
{
    const QString path = m_folder.filePath(QStringLiteral("cpu.json"));
    store(path, R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2}]})");
    open(path);
    QVERIFY2(m_window->timeline()->placeholder().contains(QStringLiteral("no operation of a GPU")),
             qPrintable(m_window->timeline()->placeholder()));
    QVERIFY(!m_window->timeline()->placeholder().contains(QStringLiteral("Press Run")));
}

void OneWindowTest::offersOfErrorsCanBeRead()
{
    for (const auto theme : {ApplicationTheme::Light, ApplicationTheme::Dark, ApplicationTheme::ContrastDark}) {
        applyTheme(theme);
        m_window->messages()->complain(QStringLiteral("broken"));
        m_window->messages()->offer(QStringLiteral("Open readable part"), [] {});
        auto *offer = child<QPushButton>("messageOffer");
        const QImage image = offer->grab().toImage();
        int dark = 0, light = 0;
        for (int y = 4; y < image.height() - 4; ++y)
            for (int x = 4; x < image.width() - 4; ++x)
                ++(image.pixelColor(x, y).lightness() < 110 ? dark : light);
        if (qEnvironmentVariableIsSet("STREAMSCOPE_SHOTS"))
            image.save(qEnvironmentVariable("STREAMSCOPE_SHOTS") + QStringLiteral("/offer.png"));
        QVERIFY2(dark > 50 && light > 50, qPrintable(QString::number(dark)));
        m_window->messages()->clear();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    applyTheme(ApplicationTheme::Light);
}

void OneWindowTest::controlsAreVisibleInEveryTheme()
{
    QCheckBox box;
    QTabBar tabs;
    tabs.addTab(QStringLiteral("one"));
    tabs.addTab(QStringLiteral("two"));
    tabs.setCurrentIndex(1);
    const auto edgeOf = [](QWidget &widget, const QRect &part) { // against what is around it
        widget.setAttribute(Qt::WA_DontShowOnScreen);
        widget.show();
        const QImage image = widget.grab().toImage();
        const int y = part.center().y(), around = widget.palette().color(QPalette::Window).lightness();
        int strongest = 0;
        for (int x = part.left(); x < part.left() + 4; ++x)
            strongest = std::max(strongest, std::abs(image.pixelColor(x, y).lightness() - around));
        return strongest;
    };
    for (const auto theme : {ApplicationTheme::Light, ApplicationTheme::Dark, ApplicationTheme::ContrastDark}) {
        applyTheme(theme);
        box.resize(box.sizeHint());
        tabs.resize(tabs.sizeHint());
        QVERIFY(edgeOf(box, box.rect()) > 80);
        if (theme == ApplicationTheme::ContrastDark)
            QVERIFY(edgeOf(tabs, tabs.tabRect(1)) > 80);
    }
    applyTheme(ApplicationTheme::Light);
}

void OneWindowTest::messagesMoveNothing()
{
    run();
    const QRect before = settledTimeline();
    MessageBar *bar = m_window->messages();
    bar->note(QStringLiteral("Wrote a-file-of-some-length.csv"));
    QCoreApplication::processEvents();
    const auto *noted = bar->findChild<QLabel *>("messageText");
    QVERIFY2(noted->width() > bar->width() * 3 / 4, qPrintable(QString::number(noted->width()))); // in one line
    bar->complain(QStringLiteral("A long message of many words. ").repeated(20));
    bar->offer(QStringLiteral("Open readable part"), [] {});
    QCoreApplication::processEvents();
    QVERIFY(bar->isVisible());
    QCOMPARE(m_window->timeline()->geometry(), before);
    const auto inWindow = [&](const QWidget *part) {
        return QRect(part->mapTo(m_window.get(), QPoint()), part->size());
    };
    QVERIFY(inWindow(m_window->timeline()).contains(inWindow(bar)));
    auto *text = child<QLabel>("messageText");
    QVERIFY(text->height() >= text->heightForWidth(text->width())); // all of it
    auto *offer = child<QPushButton>("messageOffer");
    QCOMPARE(m_window->childAt(offer->mapTo(m_window.get(), offer->rect().center())), offer); // nothing is over it
    m_window->resize(m_window->width() - 200, m_window->height() - 100);
    QCoreApplication::processEvents();
    QVERIFY(inWindow(m_window->timeline()).contains(inWindow(bar)));
    bar->findChild<QToolButton *>()->click();
    QVERIFY(!child<QWidget>("messageStack")->isVisible()); // nor does it take the pointer
}

/// A bar whose placing asks for a layout that places it again would keep a core busy for as long as it is seen.
void OneWindowTest::aMessageComesToRest()
{
    struct LayoutRequests : QObject
    {
        bool eventFilter(QObject *watched, QEvent *event) override
        {
            count += event->type() == QEvent::LayoutRequest;
            return QObject::eventFilter(watched, event);
        }
        int count = 0;
    } requests;
    m_window->openFile(QStringLiteral("/no/such/file.json"));
    QTRY_VERIFY(m_window->messages()->isVisible());
    m_window->messages()->installEventFilter(&requests);
    for (int i = 0; i < 1000; ++i)
        QCoreApplication::processEvents();
    QVERIFY2(requests.count < 100, qPrintable(QString::number(requests.count)));
}

void OneWindowTest::messagesGoWithTheirCause()
{
    lineOf("streams")->setFocus();
    lineOf("streams")->selectAll();
    QTest::keyClicks(lineOf("streams"), QStringLiteral("1000000"));
    child<QAction>("run")->trigger();
    QVERIFY(!m_window->messages()->text().isEmpty());
    lineOf("streams")->selectAll();
    QTest::keyClicks(lineOf("streams"), QStringLiteral("4"));
    QCOMPARE(m_window->messages()->text(), QString());
    m_window->messages()->complain(QStringLiteral("of this document"));
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("two-stream-exercise"));
    QCOMPARE(m_window->messages()->text(), QString());
}

void OneWindowTest::theFieldKnowsTheDevice()
{
    m_window->workspace().setDevice("sim:h200");
    QTRY_VERIFY(m_window->workspace().device());
    const std::int64_t bytes = knob("bytes");
    setKnob(*m_window, "bytes", QStringLiteral("512G"));
    auto *problem = child<QLabel>("problem_bytes");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QStringLiteral("device memory")), qPrintable(problem->text()));
    QCOMPARE(knob("bytes"), bytes); // it does not count
    setKnob(*m_window, "bytes", QStringLiteral("64M"));
    QVERIFY(!problem->isVisible());
    QCOMPARE(knob("bytes"), std::int64_t{64} << 20);
    // A priority that the device clamps runs, and is said.
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("stream-priorities"));
    setKnob(*m_window, "priorities", QStringLiteral("0,-50"));
    auto *note = child<QLabel>("problem_priorities");
    QVERIFY2(note->isVisible() && note->text().contains(QStringLiteral("-50")), qPrintable(note->text()));
    QVERIFY(child<ParameterForm>("parameterForm")->firstProblem().isEmpty());
    setKnob(*m_window, "priorities", QStringLiteral("0,-1"));
    QVERIFY(!note->isVisible());
}

QTEST_MAIN(OneWindowTest)
#include "tst_one_window.moc"
