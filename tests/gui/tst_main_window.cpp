// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Clicks the real widgets of the real window and looks at what comes out.
#include "gui/window/main_window.h"
#include "tests/support/model_testers.h"

#include "gui/parameters/parameter_field.h"
#include "gui/parameters/parameter_form.h"
#include "gui/results/operations_table.h"
#include "gui/results/panels.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/application_theme.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/device_chooser.h"
#include "gui/workspace/settings.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

using namespace streamscope;
using namespace streamscope::test;

class MainWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void drawsAtOnce();
    void firstRunHasSomethingToRun();
    void runsTheExerciseByMouse();
    void selectionIsLinkedBothWays();
    void exportsThroughTheActions_data();
    void exportsThroughTheActions();
    void stopsALongRunAndRunsAgain();
    void saysWhatIsWrongWithAPreset();
    void opensDroppedFiles();
    void savesAndLoadsPresets();
    void unwritableFilesAreSaid();
    void invalidInputIsNotRun();
    void editsCanBeUndone();
    void repeatBoxAndFormAgree();
    void choosesDevices();
    void changedKnobsAreSaid();
    void copiesCommandPictureAndCells();
    void themesApply();
    void layoutIsRememberedAndRestored();
    void recordsAndShowsBlocks();
    void predictsAsKnobsMove();
    void opensProgramFiles();

private:
    template <typename T>
    T *child(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    QAction *action(const char *name) const { return child<QAction>(name); }
    QString figure(const char *key) const
    {
        const auto *label = m_window->findChild<QLabel *>(QStringLiteral("figure_") + QLatin1String(key));
        return label ? label->text().replace(QChar(u'\u00a0'), QLatin1Char(' ')) : QString();
    }
    void clickTool(const char *actionName);
    void choosePreset(const char *name);
    void runAndWait();
    QString writeFile(const QString &name, const QByteArray &data) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void MainWindowTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    qRegisterMetaType<std::shared_ptr<const RunResult>>();
}

void MainWindowTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = firstWindow();
}

void MainWindowTest::cleanup()
{
    m_window.reset();
}

void MainWindowTest::clickTool(const char *actionName)
{
    QWidget *button = child<QToolBar>("mainToolBar")->widgetForAction(action(actionName));
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
}

void MainWindowTest::choosePreset(const char *name)
{
    auto *tree = child<ExperimentTree>("experimentTree");
    QTreeWidgetItem *item = tree->itemOf(name);
    QVERIFY2(item, name);
    tree->scrollToItem(item);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(item).center());
    QCOMPARE(m_window->document().preset().name, std::string(name));
}

void MainWindowTest::runAndWait()
{
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    clickTool("run");
    QVERIFY(finished.wait(20'000));
    QTRY_VERIFY(!m_window->controller().isBusy());
}

QString MainWindowTest::writeFile(const QString &name, const QByteArray &data) const
{
    const QString path = m_folder->filePath(name);
    store(path, data);
    return path;
}

/// What the knobs would give is there at once, as outlines, and never replaces what ran.
void MainWindowTest::predictsAsKnobsMove()
{
    choosePreset("two-stream-exercise");
    QTRY_VERIFY(m_window->timeline()->state()->content() && m_window->timeline()->state()->content()->isPrediction());
    QCOMPARE(figure("prediction"), QStringLiteral("4 ms"));
    QVERIFY(figure("makespan").isEmpty());
    runAndWait();
    QVERIFY(!m_window->timeline()->state()->content()->isPrediction());
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    QTRY_VERIFY(m_window->timeline()->state()->content()->isPrediction());
    QTRY_COMPARE(figure("prediction"), QStringLiteral("4 ms → 7 ms, +75 %")); // the headline of what is drawn
    QVERIFY(figure("makespan").isEmpty() && figure("speedup").isEmpty());     // nothing of the former run
    QVERIFY(!action("exportCsv")->isEnabled());
    if (qEnvironmentVariableIsSet("STREAMSCOPE_SHOTS"))
        m_window->grab().save(qEnvironmentVariable("STREAMSCOPE_SHOTS") + QStringLiteral("/predicted.png"));
    setKnob(*m_window, "chunks", QStringLiteral("2")); // back to what ran
    QTRY_VERIFY(!m_window->timeline()->state()->content()->isPrediction());
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    action("predict")->trigger();
    QVERIFY(!m_window->timeline()->state()->content()->isPrediction());
    QVERIFY(!Settings::predicts());
    action("predict")->trigger();
    QTRY_VERIFY(m_window->timeline()->state()->content()->isPrediction());
}

void MainWindowTest::opensProgramFiles()
{
    const QString path = writeFile(QStringLiteral("mine.json"),
                                   R"({"format":"streamscope-program","version":1,"title":"Mine","device":"sim:unit",
        "description":"Shows two copies.","streams":[{"id":"A"},{"id":"B"}],"parameters":{"repeat":3},
        "operations":[{"op":"h2d","stream":"A","bytes":4096,"name":"in"},{"op":"d2h","stream":"B","bytes":4096}]})");
    m_window->openFile(path);
    QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("mine.json")));
    QCOMPARE(child<QSpinBox>("repeatBox")->value(), 3);
    runAndWait();
    QCOMPARE(figure("serial"), QStringLiteral("2 ms"));
    setKnob(*m_window, "seed", QStringLiteral("5"));
    QVERIFY(m_window->saveTo(path));
    const QByteArray saved = contentOf(path);
    QVERIFY(saved.contains("streamscope-program") && saved.contains("\"seed\": 5"));
    m_window->openFile(path);
    runAndWait();
    QCOMPARE(figure("serial"), QStringLiteral("2 ms"));
    m_window->openFile(writeFile(QStringLiteral("odd.json"), R"({"format":"odd"})"));
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("streamscope-program")));
}

void MainWindowTest::drawsAtOnce()
{
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY(!window.grab().isNull());
}

void MainWindowTest::firstRunHasSomethingToRun()
{
    QCOMPARE(m_window->document().preset().name, std::string("large-pipeline"));
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("large-pipeline")));
    QVERIFY(!m_window->windowTitle().contains(QStringLiteral("Simulated"))); // nothing is shown yet
    QVERIFY(action("run")->isEnabled());
    for (const char *name : {"stop", "exportPng", "exportCsv", "copyPicture", "fitSelection", "undo", "redo"}) {
        if (QAction *found = action(name))
            QVERIFY2(!found->isEnabled(), name);
    }
    QVERIFY(figure("makespan").isEmpty()); // no 0 for what is not known
    QTRY_VERIFY(child<DeviceChooser>("deviceChooser")->count() > 5);
    runAndWait();
    QVERIFY(!figure("makespan").isEmpty());
}

void MainWindowTest::runsTheExerciseByMouse()
{
    choosePreset("two-stream-exercise");
    runAndWait();
    QCOMPARE(figure("makespan"), QStringLiteral("4 ms"));
    QCOMPARE(figure("serial"), QStringLiteral("6 ms"));
    QCOMPARE(figure("speedup"), QStringLiteral("1.50"));
    QCOMPARE(figure("bound"), QStringLiteral("3 ms (chain)"));
    QCOMPARE(figure("efficiency"), QStringLiteral("75 %"));
    QVERIFY(figure("runs").isEmpty() && figure("minimum").isEmpty()); // one was simulated
    QCOMPARE(figure("origin"), QStringLiteral("model"));
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("Simulated")));

    const QImage image = m_window->timeline()->viewport()->grab().toImage();
    const TimelineTheme &theme = TimelineTheme::light();
    int waiting = 0, kernels = 0;
    for (const SceneBar &bar : m_window->timeline()->state()->scene().bars) {
        const QColor colour =
            image.pixelColor(static_cast<int>(bar.rect.right()) - 6, static_cast<int>(bar.rect.top()) + 8);
        const KindStyle &style = theme.style(bar.kind);
        if (bar.waiting)
            QVERIFY(colour == style.waiting || colour == style.hatch);
        else
            QCOMPARE(colour, style.fill);
        waiting += bar.waiting;
        kernels += bar.kind == OperationKind::Kernel;
    }
    QCOMPARE(waiting, 1);
    QCOMPARE(kernels, 4); // two, in the stream lanes and in the engine lane
    QCOMPARE(child<OperationsTable>("operationsTable")->model()->rowCount(), 6);
    QVERIFY(child<FindingsPanel>("findings")->toPlainText().contains(QStringLiteral("Info")));
}

void MainWindowTest::selectionIsLinkedBothWays()
{
    choosePreset("two-stream-exercise");
    runAndWait();
    auto *table = child<OperationsTable>("operationsTable");
    const QModelIndex row = table->model()->index(3, 1);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(row).center());
    QCOMPARE(m_window->timeline()->state()->selectedSpan(), 3u);
    auto *facts = m_window->findChild<SelectionPanel *>();
    QCOMPARE(facts->value(QStringLiteral("Waited")), QStringLiteral("1\u00a0ms"));
    QVERIFY(facts->value(QStringLiteral("Clock")).contains(QStringLiteral("model")));

    for (const SceneBar &bar : m_window->timeline()->state()->scene().bars) {
        if (bar.span == 4) {
            QTest::mouseClick(m_window->timeline()->viewport(), Qt::LeftButton, {}, bar.rect.center().toPoint());
            break;
        }
    }
    QCOMPARE(table->currentIndex().row(), 4);
    QVERIFY(facts->value(QStringLiteral("What")).contains(QStringLiteral("Kernel")));
    table->sortByColumn(1, Qt::AscendingOrder); // by kind: the link follows the operation, not the row
    m_window->timeline()->state()->selectSpan(0);
    QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("0"));
}

void MainWindowTest::exportsThroughTheActions_data()
{
    QTest::addColumn<QByteArray>("actionName");
    QTest::addColumn<QString>("suffix");
    QTest::newRow("PNG") << QByteArray("exportPng") << QStringLiteral("png");
    QTest::newRow("SVG") << QByteArray("exportSvg") << QStringLiteral("svg");
    QTest::newRow("PDF") << QByteArray("exportPdf") << QStringLiteral("pdf");
    QTest::newRow("CSV") << QByteArray("exportCsv") << QStringLiteral("csv");
    QTest::newRow("report") << QByteArray("exportReport") << QStringLiteral("json");
}

void MainWindowTest::exportsThroughTheActions()
{
    QFETCH(QByteArray, actionName);
    QFETCH(QString, suffix);
    choosePreset("two-stream-exercise");
    runAndWait();
    const QString typed = m_folder->filePath(QStringLiteral("out")); // without a suffix: the action adds its own
    m_window->setFileChoosers({}, [&](const QString &, const QString &suggestion, const QString &filter) {
        return suggestion.endsWith(suffix) && filter.contains(suffix) ? typed : QString();
    });
    QSignalSpy exported(m_window.get(), &MainWindow::exported);
    action(actionName.constData())->trigger();
    QVERIFY(exported.wait(10'000));
    QVERIFY2(m_window->messages()->kind() == MessageBar::Kind::Note, qPrintable(m_window->messages()->text()));
    const QByteArray bytes = contentOf(typed + QLatin1Char('.') + suffix);
    if (suffix == QLatin1String("png"))
        QCOMPARE(QImage::fromData(bytes).width(), 2800);
    else if (suffix == QLatin1String("svg"))
        QVERIFY(bytes.contains("<svg") && bytes.contains("Stream 1"));
    else if (suffix == QLatin1String("pdf"))
        QVERIFY(bytes.startsWith("%PDF-"));
    else if (suffix == QLatin1String("csv"))
        QCOMPARE(bytes.count('\n'), 7); // a header and six operations
    else
        QCOMPARE(QJsonDocument::fromJson(bytes).object()[QLatin1String("speedup")].toDouble(), 1.5);
}

void MainWindowTest::stopsALongRunAndRunsAgain()
{
    choosePreset("large-pipeline");
    // Sixteen million blocks, each recorded: seconds on any machine.
    setKnob(*m_window, "bytes", QStringLiteral("16GiB"));
    setKnob(*m_window, "chunks", QStringLiteral("16384"));
    action("recordBlocks")->setChecked(true);
    QSignalSpy started(&m_window->controller(), &RunController::started);
    QSignalSpy stopped(&m_window->controller(), &RunController::stopped);
    clickTool("run");
    QVERIFY(started.wait(5'000));
    QVERIFY(!action("run")->isEnabled());
    QTRY_VERIFY(child<QWidget>("progress")->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(stopped.wait(20'000));
    action("recordBlocks")->setChecked(false);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("Stopped")));
    QVERIFY(!m_window->workspace().shown().result);
    QTRY_VERIFY(action("run")->isEnabled());
    choosePreset("two-stream-exercise");
    runAndWait();
    QCOMPARE(figure("speedup"), QStringLiteral("1.50"));
    QVERIFY(child<QWidget>("progress")->isHidden());
}

void MainWindowTest::saysWhatIsWrongWithAPreset()
{
    const QString path =
        writeFile(QStringLiteral("broken.json"), "{\n  \"format\": \"streamscope-preset\",\n  oops\n}\n");
    m_window->setFileChoosers([&](const QString &, const QString &, const QString &) { return path; }, {});
    action("open")->trigger();
    QVERIFY(m_window->messages()->isVisible());
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::Error);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("broken.json")));
    QVERIFY(!QApplication::activeModalWidget());
    QCOMPARE(m_window->document().preset().name, std::string("large-pipeline")); // nothing changed
    m_window->openFile(m_folder->filePath(QStringLiteral("not-there.json")));
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("not-there.json")));
    m_window->messages()->findChild<QToolButton *>()->click();
    QVERIFY(m_window->messages()->isHidden());
}

void MainWindowTest::opensDroppedFiles()
{
    QVERIFY(m_window->saveTo(m_folder->filePath(QStringLiteral("mine.json"))));
    choosePreset("two-stream-exercise");
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("mine.json")))});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(m_window->windowTitle().startsWith(QStringLiteral("mine.json")));
}

void MainWindowTest::savesAndLoadsPresets()
{
    choosePreset("two-stream-exercise");
    setKnob(*m_window, "chunks", QStringLiteral("7"));
    QVERIFY(m_window->isWindowModified());
    const QString path = m_folder->filePath(QStringLiteral("seven"));
    m_window->setFileChoosers({}, [&](const QString &, const QString &, const QString &) { return path; });
    action("save")->trigger(); // a built-in preset has no file of its own: asks for one
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(m_window->document().path(), path + QStringLiteral(".json"));
    choosePreset("large-pipeline");
    m_window->openFile(path + QStringLiteral(".json"));
    QCOMPARE(m_window->document().preset().parameters.integer("chunks"), 7);
    QCOMPARE(m_window->document().preset().device, std::string("sim:unit"));
    QCOMPARE(Settings::recentFiles().value(0), path + QStringLiteral(".json"));
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    QVERIFY(m_window->isWindowModified());
    action("save")->trigger(); // now it knows where
    QVERIFY(!m_window->isWindowModified());
}

void MainWindowTest::unwritableFilesAreSaid()
{
    QVERIFY(!m_window->saveTo(m_folder->filePath(QStringLiteral("no/such/folder.json"))));
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::Error);
    choosePreset("two-stream-exercise");
    runAndWait();
    QSignalSpy exported(m_window.get(), &MainWindow::exported);
    m_window->exportTo(m_folder->filePath(QStringLiteral("no/such/folder.png")));
    QVERIFY(exported.wait(10'000));
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::Error);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("folder.png")));
}

void MainWindowTest::invalidInputIsNotRun()
{
    setKnob(*m_window, "chunks", QStringLiteral("0"));
    QSignalSpy started(&m_window->controller(), &RunController::started);
    clickTool("run");
    QCOMPARE(m_window->messages()->kind(), MessageBar::Kind::Error);
    QVERIFY(m_window->messages()->text().contains(QStringLiteral("chunks")));
    QVERIFY(!m_window->controller().isBusy());
    QVERIFY(started.isEmpty());
}

void MainWindowTest::editsCanBeUndone()
{
    setKnob(*m_window, "chunks", QStringLiteral("8"));
    setKnob(*m_window, "streams", QStringLiteral("2"));
    QVERIFY(m_window->isWindowModified());
    QTest::keySequence(m_window.get(), QKeySequence::Undo);
    QCOMPARE(m_window->document().preset().parameters.integer("streams"), 4);
    QTest::keySequence(m_window.get(), QKeySequence::Undo);
    QCOMPARE(m_window->document().preset().parameters.integer("chunks"), 16);
    QVERIFY(!m_window->isWindowModified());
    QTest::keySequence(m_window.get(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    QCOMPARE(m_window->document().preset().parameters.integer("chunks"), 8);
    choosePreset("two-stream-exercise"); // a click in the tree loses nothing
    QVERIFY(!action("undo")->isEnabled());
    choosePreset("large-pipeline");
    QCOMPARE(m_window->document().preset().parameters.integer("chunks"), 8);
    QTest::keySequence(m_window.get(), QKeySequence::Undo);
    QCOMPARE(m_window->document().preset().parameters.integer("chunks"), 16);
}

void MainWindowTest::repeatBoxAndFormAgree()
{
    auto *box = child<QSpinBox>("repeatBox");
    QCOMPARE(box->value(), 10);
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("3"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(m_window->document().preset().parameters.integer("repeat"), 3);
    setKnob(*m_window, "repeat", QStringLiteral("5"));
    QCOMPARE(box->value(), 5);
    runAndWait();
    QCOMPARE(m_window->workspace().shown().result->recording.makespans.plain.size(), std::size_t{5});
}

void MainWindowTest::choosesDevices()
{
    auto *chooser = child<DeviceChooser>("deviceChooser");
    QTRY_VERIFY(chooser->count() > 5);
    QVERIFY(chooser->toolTip().contains(QStringLiteral("CUDA")));
    const int index = chooser->findData(QStringLiteral("sim:c1060"));
    QVERIFY(index > 0);
    QVERIFY(chooser->itemText(index).contains(QStringLiteral("simulated")));
    QCOMPARE(chooser->itemText(chooser->findData(QStringLiteral("sim:h200-x2"))),
             QStringLiteral("NVIDIA H200, one of 2 · sim:h200-x2, simulated"));
    chooser->setFocus();
    while (chooser->currentIndex() < index)
        QTest::keyClick(chooser, Qt::Key_Down);
    QCOMPARE(m_window->document().preset().device, std::string("sim:c1060"));
    QCOMPARE(m_window->findChild<DevicePanel *>()->value(QStringLiteral("Copy engines")), QStringLiteral("1"));
    runAndWait();
    QCOMPARE(m_window->workspace().shown().result->recording.device.id, std::string("sim:c1060"));
}

void MainWindowTest::changedKnobsAreSaid()
{
    choosePreset("two-stream-exercise");
    runAndWait();
    QVERIFY(child<QLabel>("summaryHint")->isHidden());
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    QVERIFY(child<QLabel>("summaryHint")->isVisible());
    runAndWait();
    QVERIFY(child<QLabel>("summaryHint")->isHidden());
}

void MainWindowTest::copiesCommandPictureAndCells()
{
    choosePreset("two-stream-exercise");
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    action("copyCommand")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("streamscope run two-stream-exercise --set chunks=4"));
    runAndWait();
    action("copyPicture")->trigger();
    QTRY_VERIFY(QApplication::clipboard()->image().width() > 1000);
    auto *table = child<OperationsTable>("operationsTable");
    table->selectRow(0);
    table->setFocus();
    table->copySelected();
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0].count(QLatin1Char('\t')), lines[1].count(QLatin1Char('\t')));
    QVERIFY(lines[1].contains(QStringLiteral("1000.000")));
}

void MainWindowTest::themesApply()
{
    choosePreset("two-stream-exercise");
    runAndWait();
    action("themeDark")->trigger();
    QCoreApplication::processEvents();
    QVERIFY(m_window->palette().color(QPalette::Window).lightness() < 128);
    QImage image = m_window->timeline()->viewport()->grab().toImage();
    QCOMPARE(image.pixelColor(image.width() - 4, image.height() / 2), TimelineTheme::of(true).background);
    QCOMPARE(Settings::theme(), ApplicationTheme::Dark);
    action("themeLight")->trigger();
    QCoreApplication::processEvents();
    image = m_window->timeline()->viewport()->grab().toImage();
    QVERIFY(image.pixelColor(image.width() - 4, image.height() / 2).lightness() > 200);
}

void MainWindowTest::layoutIsRememberedAndRestored()
{
    auto *dock = child<QWidget>("dockInspector");
    dock->hide();
    m_window->close();
    m_window = std::make_unique<MainWindow>();
    watchModels(*m_window);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QVERIFY(child<QWidget>("dockInspector")->isHidden());
    action("restoreLayout")->trigger();
    QVERIFY(!child<QWidget>("dockInspector")->isHidden());
}

void MainWindowTest::recordsAndShowsBlocks()
{
    choosePreset("leftover-three-quarters");
    runAndWait();
    QVERIFY(!action("blockLanes")->isEnabled());
    QVERIFY(!action("exportBlocks")->isEnabled());
    auto *box = child<QCheckBox>("recordBlocksBox");
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QVERIFY(Settings::recordsBlocks());
    runAndWait();
    auto *timeline = child<TimelineWidget>("timeline");
    QVERIFY(timeline->state()->content()->hasBlocks());
    QVERIFY(action("blockLanes")->isEnabled() && action("exportBlocks")->isEnabled());

    timeline->state()->setDetails({true, 0.3}); // most SMs in sight
    const auto coloured = [timeline](const QColor &colour) {
        const QImage image = timeline->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == colour;
        return count;
    };
    const TimelineTheme &theme = TimelineTheme::light();
    const auto tag = [timeline](std::uint32_t span) { return timeline->state()->content()->tag(span); };
    const QColor first = blockColours(theme)[tag(0)].fill, second = blockColours(theme)[tag(1)].fill;
    const int before = coloured(first), others = coloured(second);
    QVERIFY(before > 5000 && coloured(second) > 5000);

    // A click on a block selects its kernel; the other one's blocks step back.
    const TimelineScene &scene = timeline->state()->scene();
    const auto isPart = [&scene](const SceneBar &bar) { return !scene.operationsOf(bar); };
    const SceneBar block = *std::find_if(scene.bars.begin(), scene.bars.end(), isPart);
    QTest::mouseClick(timeline->viewport(), Qt::LeftButton, {}, block.rect.center().toPoint());
    QCOMPARE(timeline->state()->selectedSpan(), std::optional<std::uint32_t>(0));
    QVERIFY(coloured(first) > before / 2);
    QVERIFY(coloured(second) < others - 5000 && coloured(blockColours(theme, true)[tag(1)].fill) > 5000);
    timeline->state()->clearSelection();

    action("blockLanes")->trigger();
    QVERIFY(!Settings::showsBlockLanes());
    QVERIFY(coloured(first) < before - 4000); // its own bars stay
    action("blockLanes")->trigger();
    QVERIFY(coloured(first) > 5000);

    m_window = std::make_unique<MainWindow>(); // both are remembered
    QVERIFY(action("recordBlocks")->isChecked() && action("blockLanes")->isChecked());
}

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
