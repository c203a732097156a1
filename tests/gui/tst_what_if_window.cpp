// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Replays a trace in the real window, and asks what changes win. With STREAMSCOPE_PICTURES=FOLDER the tests
// leave pictures of the window there.
#include "engine/formats/files/program_file.h"
#include "engine/formats/text/time_text.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/parameters/parameter_field.h"
#include "gui/parameters/parameter_form.h"
#include "gui/program_editor/program_editor.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/what_if/what_if_editor.h"
#include "gui/what_if/what_if_model.h"
#include "gui/what_if/what_if_panel.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/main_window.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int answerMs = 30'000; ///< a slow machine under a sanitizer

QString pairPath(const char *name)
{
    return sourcePath(QStringLiteral("tests/data/whatif/") + name);
}

} // namespace

class WhatIfWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void replaysATrace();
    void replaysARange();
    void triesChangesOnARange();
    void runsTheReplayOnADevice();
    void runsTheChangedProgramOnADevice();
    void saysWhatAChangeWins();
    void saysWhatCannotBeApplied();
    void undoesTheList();
    void showsBeforeAndAfter();
    void savesAndEditsTheProgram();
    void copiesTheCommand();
    void cutsNoTextOfALowPanel();
    void saysWhatThePausesTake();
    void eachDocumentHasItsList();

private:
    void openPanel();
    void add(const char *change);
    void click(const char *button);
    void setFilter(const QString &text);
    QString cell(int row, WhatIfModel::Column column);
    QString summary() { return m_window->findChild<QLabel *>("whatIfSummary")->text(); }
    WhatIfModel *model() { return m_window->findChild<WhatIfModel *>(); }
    WhatIfController *controller() { return m_window->findChild<WhatIfController *>(); }
    void openTrace(const char *name);
    void openFile(const QString &path);
    void selectSecondQuarter();
    void takePicture(const char *name);
    QAction *action(const char *name) { return m_window->findChild<QAction *>(QLatin1String(name)); }
    const Shown &shown() { return m_window->workspace().shown(); }
    QString message() { return m_window->messages()->text(); }

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

/// Where pictures are wanted.
void WhatIfWindowTest::takePicture(const char *name)
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
    if (folder.isEmpty())
        return;
    QCoreApplication::processEvents();
    m_window->grab().save(QString("%1/what-if-%2.png").arg(folder, name));
}

void WhatIfWindowTest::openTrace(const char *name)
{
    openFile(pairPath(name));
}

void WhatIfWindowTest::openFile(const QString &path)
{
    m_window->openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(shown().isTrace() && shown().content && !m_window->controller().isBusy(), answerMs);
}

void WhatIfWindowTest::replaysATrace()
{
    QVERIFY(!action("replayTrace")->isEnabled()); // an experiment is in front
    openTrace("loader-pin.before.json.gz");
    const auto trace = shown().result;
    action("replayTrace")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    // Without the three synchronisations before and behind the work, which wait for nothing.
    QCOMPARE(compared.run(Side::A).recording->timeline.size(), trace->recording.timeline.size() - 3);
    QCOMPARE(compared.run(Side::B).origin, RunOrigin::Predicted);
    QVERIFY2(message().startsWith("Replayed on sim:h200: "), qPrintable(message()));
    QVERIFY2(message().contains(" % off, 95 % of the starts within "), qPrintable(message()));
    // What the host worked between its calls is no difference, and the lanes of its thread are there.
    QVERIFY(compared.comparison->unrecorded > 0);
    QCOMPARE(compared.comparison->onlyB, std::size_t{0});
    QCOMPARE(compared.comparison->onlyA, std::size_t{0});
    const ContentLanes &lanes = shown().comparison->content->lanes();
    QVERIFY(std::ranges::any_of(lanes, [](const auto &lane) { return lane->key == "A/events:0"; }));
    takePicture("replay");
    m_window->findChild<ComparisonController *>()->close();
    QCOMPARE(shown().result, trace);
}

/// Only the operations of the range stand on either side.
void WhatIfWindowTest::replaysARange()
{
    openTrace("loader-pin.before.json.gz");
    const auto trace = shown().result;
    QVERIFY(!action("replayRange")->isEnabled());
    const Timeline &timeline = trace->recording.timeline;
    const std::int64_t begin = timeline.begin(), length = timeline.end() - begin;
    m_window->timeline()->state()->setRange(TimeRange{begin + length / 4, begin + length / 2});
    QVERIFY(action("replayRange")->isEnabled());
    action("replayRange")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    QVERIFY(compared.sizeOfA() < timeline.size() / 2);
    for (const ComparedOperation &operation : compared.comparison->operations)
        if (operation.a && isCopy(compared.run(Side::A).recording->timeline.span(*operation.a).kind))
            QVERIFY(operation.b);
    takePicture("range");
    const TimeRange part{begin + length / 4, begin + length / 2};
    QCOMPARE(controller()->range(), part); // which changes are tried on next
    m_window->findChild<ComparisonController *>()->close();
    QCOMPARE(shown().result, trace); // the whole trace is back
    QCOMPARE(controller()->range(), part);
    action("replayTrace")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(controller()->range(), TimeRange(), answerMs);
}

void WhatIfWindowTest::selectSecondQuarter()
{
    const Timeline &timeline = shown().result->recording.timeline;
    const std::int64_t begin = timeline.begin(), length = timeline.end() - begin;
    m_window->timeline()->state()->setRange(TimeRange{begin + length / 4, begin + length / 2});
}

/// F8 over a selection asks about that; a button leads back to the whole trace.
void WhatIfWindowTest::triesChangesOnARange()
{
    openTrace("loader-pin.before.json.gz");
    auto *whole = m_window->findChild<QToolButton *>("whatIfWhole");
    auto *range = m_window->findChild<QLabel *>("whatIfRange");
    selectSecondQuarter();
    openPanel();
    QVERIFY2(range->text().startsWith("Only ") && range->text().endsWith(" of the trace"), qPrintable(range->text()));
    QVERIFY(whole->isVisible());
    const WhatIfBase &part = controller()->trial()->start->base;
    QVERIFY(part.beforeNs() < 60'000'000);
    add("pin");
    QVERIFY(controller()->trial()->rows.front().gain > 0.5);
    takePicture("what-if-range");
    click("whatIfShow");
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    QVERIFY(shown().comparison->runs->sizeOfA() < 200);
    m_window->findChild<ComparisonController *>()->close();
    click("whatIfCopy");
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY2(command.contains(" --range ") && command.contains("ns --change pin"), qPrintable(command));
    click("whatIfWhole");
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    QVERIFY(controller()->trial()->start->base.beforeNs() > 150'000'000);
    QVERIFY(!whole->isVisible() && range->text().isEmpty());
    QCOMPARE(model()->rowCount(), 1); // the list stays
}

/// Any device runs the replay; here it is a simulated one.
void WhatIfWindowTest::runsTheReplayOnADevice()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().device(), answerMs);
    QVERIFY(!action("runReplay")->isEnabled()); // an experiment is in front
    openTrace("loader-pin.before.json.gz");
    QCOMPARE(action("runReplay")->text().remove('&'),
             "Run replay on " + QString::fromStdString(m_window->workspace().device()->id));
    QVERIFY(!action("run")->isEnabled()); // a trace does not run
    action("runReplay")->trigger();
    QVERIFY(!action("runReplay")->isEnabled() && action("stop")->isEnabled()); // one at a time on a device
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    QTRY_VERIFY(action("runReplay")->isEnabled());
    const ComparedRuns &compared = *shown().comparison->runs;
    QCOMPARE(compared.run(Side::B).origin, RunOrigin::Simulated); // a run, not a prediction
    QVERIFY(compared.run(Side::B).finishedAt);
    QVERIFY2(message().contains(" as stand-ins on sim:h200, "), qPrintable(message()));
    for (const ComparedOperation &operation : compared.comparison->operations)
        if (operation.a && isCopy(compared.run(Side::A).recording->timeline.span(*operation.a).kind))
            QVERIFY(operation.b);
    takePicture("run-on-device");
    m_window->findChild<ComparisonController *>()->close();
    selectSecondQuarter();
    action("runReplay")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    QVERIFY(shown().comparison->runs->sizeOfA() < 200);
}

void WhatIfWindowTest::runsTheChangedProgramOnADevice()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().device(), answerMs);
    openTrace("loader-pin.before.json.gz");
    openPanel();
    QVERIFY(!m_window->findChild<QPushButton *>("whatIfRun")->isEnabled()); // no change yet
    add("pin");
    click("whatIfRun");
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const NamedRun &run = shown().comparison->runs->run(Side::B);
    QCOMPARE(run.origin, RunOrigin::Simulated);
    QVERIFY2(run.title.endsWith(" with pin, as stand-ins"), qPrintable(run.title));
    QVERIFY2(message().contains(" as stand-ins on sim:h200, −6"), qPrintable(message())); // 154.5 → 49 ms
    takePicture("changed-on-device");
}

void WhatIfWindowTest::openPanel()
{
    QVERIFY(!m_window->findChild<WhatIfPanel *>()->isVisible()); // closed at first
    action("whatIf")->trigger();
    QTRY_VERIFY(m_window->findChild<WhatIfPanel *>()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    const auto *kinds = m_window->findChild<QComboBox *>("whatIfChanges");
    QCOMPARE(kinds->currentData().toString(), QStringLiteral("pin"));
    for (int i = 1; i < kinds->count(); ++i)
        QVERIFY(kinds->itemText(i - 1) < kinds->itemText(i));
}

void WhatIfWindowTest::add(const char *change)
{
    auto *kinds = m_window->findChild<QComboBox *>("whatIfChanges");
    kinds->setCurrentIndex(kinds->findData(QString(change)));
    const int rows = model()->rowCount();
    click("whatIfAdd");
    QCOMPARE(model()->rowCount(), rows + 1);
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial() || !controller()->problem().isEmpty(), answerMs);
}

void WhatIfWindowTest::click(const char *button)
{
    auto *found = m_window->findChild<QAbstractButton *>(QLatin1String(button));
    QVERIFY2(found && found->isEnabled(), button);
    QTest::mouseClick(found, Qt::LeftButton);
}

void WhatIfWindowTest::setFilter(const QString &text)
{
    auto *line = m_window->findChild<QLineEdit *>("whatIfFilter");
    line->setFocus();
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
}

QString WhatIfWindowTest::cell(int row, WhatIfModel::Column column)
{
    return model()->index(row, column).data().toString();
}

/// The real program went from 154.8 to 49.1 ms.
void WhatIfWindowTest::saysWhatAChangeWins()
{
    openTrace("loader-pin.before.json.gz");
    openPanel();
    QVERIFY2(summary().contains("measured; replayed on sim:h200"), qPrintable(summary()));
    add("pin");
    const double gain = controller()->trial()->rows.front().gain;
    QVERIFY2(gain > 0.64 && gain < 0.72, qPrintable(QString::number(gain)));
    QCOMPARE(cell(0, WhatIfModel::Gain), QString("−%1 %").arg(gain * 100, 0, 'f', 0));
    QVERIFY2(summary().contains(" → ") && summary().contains(" in four cases of five"), qPrintable(summary()));
    add("unsync");
    takePicture("pin");
    const QModelIndex first = model()->index(0, WhatIfModel::Change);
    QVERIFY(model()->setData(first, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(cell(0, WhatIfModel::Note), QString("off"));
    QCOMPARE(cell(0, WhatIfModel::Gain), QString());
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    QVERIFY(!controller()->trial()->rows.front().predictedNs);
    click("whatIfUp"); // unsync comes first now
    QCOMPARE(first.data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Checked);
    click("whatIfRemove");
    QCOMPARE(model()->rowCount(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    QVERIFY(!controller()->trial()->result); // what is left is off
    QVERIFY(!m_window->findChild<QPushButton *>("whatIfShow")->isEnabled());
}

void WhatIfWindowTest::saysWhatCannotBeApplied()
{
    openTrace("loader-pin.before.json.gz");
    openPanel();
    add("pin");
    setFilter("kernel nowhere");
    QVERIFY2(cell(0, WhatIfModel::Note).startsWith("found nothing to do"), qPrintable(cell(0, WhatIfModel::Note)));
    QCOMPARE(cell(0, WhatIfModel::Gain), QString("no gain"));
    add("pin");
    m_window->findChild<QTableView *>("whatIfTable")->selectRow(0);
    setFilter("device:none");
    QVERIFY2(cell(0, WhatIfModel::Note).startsWith("⚠ filter"), qPrintable(cell(0, WhatIfModel::Note)));
    QCOMPARE(cell(0, WhatIfModel::Gain), QString());
    QVERIFY(controller()->trial()->rows.at(1).gain > 0.6); // the other one is tried all the same
    takePicture("problem");
}

void WhatIfWindowTest::undoesTheList()
{
    openTrace("chunk-8.before.json.gz");
    openPanel();
    add("split");
    auto *table = m_window->findChild<QTableView *>("whatIfTable");
    auto *form = m_window->findChild<ParameterForm *>("whatIfForm");
    QVERIFY(form->isVisible());
    auto *chunks = form->field("chunks")->editor()->findChild<QLineEdit *>();
    chunks->setFocus();
    chunks->selectAll();
    QTest::keyClicks(chunks, "16");
    QTest::keyClick(chunks, Qt::Key_Return);
    QVERIFY2(cell(0, WhatIfModel::Change).contains("chunks 16"), qPrintable(cell(0, WhatIfModel::Change)));
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    takePicture("split");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY2(!cell(0, WhatIfModel::Change).contains("chunks 16"), qPrintable(cell(0, WhatIfModel::Change)));
    click("whatIfUndo");
    QCOMPARE(model()->rowCount(), 0);
    click("whatIfRedo");
    QCOMPARE(model()->rowCount(), 1);
    // Elsewhere the same keys are those of the document.
    m_window->timeline()->setFocus();
    QVERIFY(!action("undo")->isEnabled());
}

void WhatIfWindowTest::showsBeforeAndAfter()
{
    openTrace("loader-pin.before.json.gz");
    const auto trace = shown().result;
    openPanel();
    add("pin");
    click("whatIfShow");
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    const ComparedRuns &compared = *shown().comparison->runs;
    // Without the three synchronisations before and behind the work, which wait for nothing.
    QCOMPARE(compared.run(Side::A).recording->timeline.size(), trace->recording.timeline.size() - 3);
    QCOMPARE(compared.run(Side::B).origin, RunOrigin::Predicted);
    QVERIFY2(compared.run(Side::B).title.endsWith(" with pin"), qPrintable(compared.run(Side::B).title));
    QVERIFY(m_window->findChild<WhatIfPanel *>()->isVisible()); // and stays in front
    takePicture("shown");
    const auto *trial = controller()->trial();
    m_window->findChild<ComparisonController *>()->close();
    QCOMPARE(controller()->trial(), trial); // the comparison is no other document
}

void WhatIfWindowTest::savesAndEditsTheProgram()
{
    openTrace("loader-pin.before.json.gz");
    openPanel();
    add("pin");
    const QString path = m_folder.filePath("pinned");
    m_window->setFileChoosers({}, [path](const QString &, const QString &, const QString &) { return path; });
    click("whatIfSave");
    QTRY_VERIFY_WITH_TIMEOUT(message().startsWith("Saved"), answerMs);
    const ProgramFile file = readProgramFile(contentOf(path + ".json"), "pinned.json");
    QCOMPARE(file.program.operations.size(), controller()->trial()->result->program->operations.size());
    QCOMPARE(QString::fromStdString(file.program.title), QString("loader-pin.before.json.gz with pin"));
    QCOMPARE(QString::fromStdString(file.device), QString("sim:h200"));
    click("whatIfEdit");
    QVERIFY(!m_window->workspace().isTraceInFront());
    QVERIFY(m_window->document().preset().experiment.program());
    auto *editor = m_window->findChild<ProgramEditor *>();
    QVERIFY(editor && editor->isVisible());
    editor->hide();
    QCOMPARE(model()->rowCount(), 0); // another document
}

/// The text above the fields was cut off where the panel was lower than the text and the fields together.
void WhatIfWindowTest::cutsNoTextOfALowPanel()
{
    openTrace("loader-pin.before.json.gz");
    openPanel();
    add("postpone");
    auto *editor = m_window->findChild<WhatIfEditor *>();
    auto *help = editor->findChild<QLabel *>("whatIfHelp");
    auto *form = editor->findChild<ParameterForm *>("whatIfForm");
    editor->setFixedHeight(60);
    QTRY_VERIFY(editor->verticalScrollBar()->maximum() > 0); // it scrolls
    QTRY_VERIFY(help->height() >= help->heightForWidth(help->width()));
    QVERIFY(help->width() <= editor->viewport()->width());
    QVERIFY(form->height() >= form->widget()->sizeHint().height());
}

/// What was measured, less its pauses, was called measured, and the note of the pauses was missing.
void WhatIfWindowTest::saysWhatThePausesTake()
{
    openFile(sourcePath("tests/data/pairs/h200-workshop/loader-trainer-threads.before.json.gz"));
    openPanel();
    add("pin");
    const WhatIfBase &base = controller()->trial()->start->base;
    QVERIFY(!base.pauses.empty());
    QVERIFY2(summary().startsWith(timeText(*base.measuredNs()) + " measured, " + timeText(base.beforeNs())
                                  + " without pauses → "),
             qPrintable(summary()));
    const QString notes = m_window->findChild<QLabel *>("whatIfNotes")->text();
    QVERIFY2(notes.contains("in the measured time"), qPrintable(notes));
}

void WhatIfWindowTest::copiesTheCommand()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().device(), answerMs);
    openPanel();
    add("pin");
    setFilter("h2d, \"in 0\"");
    click("whatIfCopy");
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY2(command.startsWith("streamscope whatif large-pipeline --change 'pin:"), qPrintable(command));
    setKnob(*m_window, "chunks", "4");
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    click("whatIfCopy");
    const QString changed = QGuiApplication::clipboard()->text();
    QVERIFY2(changed.startsWith("streamscope whatif large-pipeline --set chunks=4 "), qPrintable(changed));
}

void WhatIfWindowTest::eachDocumentHasItsList()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().device(), answerMs);
    openPanel();
    add("unsync");
    QVERIFY2(cell(0, WhatIfModel::Predicted) != QString("…"), qPrintable(cell(0, WhatIfModel::Predicted)));
    setKnob(*m_window, "chunks", "4"); // it stays open
    openTrace("loader-pin.before.json.gz");
    QCOMPARE(model()->rowCount(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    QVERIFY(controller()->trial()->start->base.replay);
    clickTab(*m_window, 0);
    QCOMPARE(model()->rowCount(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(controller()->trial(), answerMs);
    click("whatIfShow");
    QTRY_VERIFY_WITH_TIMEOUT(shown().comparison, answerMs);
    QCOMPARE(shown().comparison->runs->run(Side::A).origin, RunOrigin::Predicted);
    clickTab(*m_window, 2);
    QVERIFY(!shown().comparison);
    QCOMPARE(model()->rowCount(), 0);
}

QTEST_MAIN(WhatIfWindowTest)
#include "tst_what_if_window.moc"
