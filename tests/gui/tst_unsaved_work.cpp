// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Every way on which a changed document could be lost, in the real window, and processes that end without a question.
// Started with --window this program is such a process: the real openWindow(), and a hand on its widgets.
#include "gui/window/main_window.h"
#include "tests/support/model_testers.h"

#include "gui/parameters/parameter_field.h"
#include "gui/parameters/parameter_form.h"
#include "gui/program_editor/program_editor.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/window_app.h"
#include "gui/window/window_recovery.h"
#include "gui/workspace/settings.h"

#include "experiments/registry.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace streamscope;
using namespace streamscope::test;

namespace {

using Button = QMessageBox::StandardButton;

QMessageBox *openQuestion()
{
    auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
    return box && box->objectName() == QLatin1String("unsavedQuestion") ? box : nullptr;
}

/// Answers the next question as soon as it is there, and counts it.
class Answer
{
public:
    explicit Answer(Button button)
    {
        m_timer.callOnTimeout([this, button] {
            if (QMessageBox *box = openQuestion()) {
                m_timer.stop();
                text = box->text();
                first = box->buttons().value(0) == box->defaultButton();
                ++count;
                box->button(button)->click();
            }
        });
        m_timer.start(0);
    }

    int count = 0;
    bool first = false;
    QString text;

private:
    QTimer m_timer;
};

QAction *actionOf(const QWidget &window, const char *name)
{
    return window.findChild<QAction *>(QLatin1String(name));
}

bool ended(QProcess &process)
{
    return process.state() == QProcess::NotRunning || process.waitForFinished(60'000);
}

void addOperation(const QWidget &window, const char *kind)
{
    const auto *tools = window.findChild<ProgramEditor *>()->findChild<QToolButton *>(QStringLiteral("addOperation"));
    for (QAction *action : tools->menu()->actions())
        if (action->data().toString() == QLatin1String(kind))
            action->trigger();
}

} // namespace

class UnsavedWorkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_display.clear();
        m_window = firstWindow();
    }
    void cleanup() { m_window.reset(); }

    void openingLosesNothing();
    void noEndLosesAFile_data();
    void noEndLosesAFile();
    void newProgramsAreAskedFor();
    void untouchedDocumentsAskNothing();
    void turnedKnobsAskAtTheEndOnly();
    void severalAreSavedInTurn();
    void typingCounts();
    void unsoundProgramsAreNotDropped();
    void nothingIsSavedOverATrace();
    void addedSuffixReplacesNothing();
    void editorUndoIsNoChange();
    void restoresUnsoundRows();

    void signalsKeepTheWork_data();
    void signalsKeepTheWork();
    void killedProcessesKeepTheWork();
    void goneDisplaysKeepTheWork();
    void secondSignalEndsAtOnce();
    void signalEndsAWindowThatHangs();
    void closedProcessesLeaveNothing();
    void theProgramItself();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    Preset fileContent(const QString &file) const { return loadPreset(file.toStdString(), experiments()); }
    std::int64_t knob(const char *name) const { return m_window->document().preset().parameters.integer(name); }
    void choosePreset(const char *name);
    void openMine();
    void go(const QByteArray &way);
    void saveTo(const QString &file);

    QString recoveryFolder() const { return path("home/data/streamscope/recovery"); }
    /// The sessions that can be restored: a folder is there before what it holds.
    QStringList kept() const
    {
        QStringList folders = QDir(recoveryFolder()).entryList({QStringLiteral("*.session")}, QDir::Dirs);
        folders.removeIf([this](const QString &folder) {
            return !QFileInfo::exists(recoveryFolder() + QStringLiteral("/%1/documents").arg(folder));
        });
        return folders;
    }
    void start(QProcess &process, const QString &program, const QStringList &deeds);
    void startWindow(QProcess &process, const QStringList &deeds, const QByteArray &sign);
    QByteArray restored();

    QString m_display; ///< of an X server where a window is to be on one
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void UnsavedWorkTest::choosePreset(const char *name)
{
    auto *tree = m_window->findChild<ExperimentTree *>();
    QTreeWidgetItem *item = tree->itemOf(name);
    tree->scrollToItem(item);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(item).center());
}

/// A preset of the person's own, with 9 chunks in the window and another number in the file.
void UnsavedWorkTest::openMine()
{
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("sub")));
    QVERIFY(m_window->saveTo(path("other.json")));
    QVERIFY(m_window->saveTo(path("sub/mine.json")));
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    QVERIFY(m_window->isWindowModified());
}

void UnsavedWorkTest::saveTo(const QString &file)
{
    m_window->setFileChoosers({}, [file](const QString &, const QString &, const QString &) { return file; });
}

void UnsavedWorkTest::go(const QByteArray &way)
{
    if (way == "new program") {
        actionOf(*m_window, "newProgram")->trigger();
    } else if (way == "open") {
        m_window->setFileChoosers(
            [this](const QString &, const QString &, const QString &) { return path("other.json"); }, {});
        actionOf(*m_window, "open")->trigger();
    } else if (way == "open recent") {
        for (QMenu *menu : m_window->findChildren<QMenu *>())
            for (QAction *entry : menu->actions())
                if (entry->text() == path("other.json"))
                    return entry->trigger();
        qFatal("not in the menu");
    } else if (way == "drop") {
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(path("other.json"))});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QDropEvent drop({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &drop);
        QCoreApplication::processEvents();
    } else if (way == "choose a preset") {
        choosePreset("two-stream-exercise");
    } else if (way == "close") {
        m_window->close();
    } else if (way == "close the tab") {
        auto *tabs = m_window->findChild<DocumentTabs *>();
        QTest::mouseClick(tabs, Qt::MiddleButton, {}, tabs->tabRect(tabs->currentIndex()).center());
    } else if (way == "Ctrl+W") {
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
    } else {
        QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);
    }
}

/// Whatever is opened has a tab of its own, so nothing is asked.
void UnsavedWorkTest::openingLosesNothing()
{
    openMine();
    Answer none(QMessageBox::Cancel);
    for (const char *way : {"new program", "open", "open recent", "drop", "choose a preset"}) {
        go(way);
        QVERIFY2(m_window->document().displayName() != QStringLiteral("mine.json"), way);
        QCOMPARE(m_window->workspace().unsaved().size(), std::size_t{1});
        clickTab(*m_window, 0);
        QCOMPARE(m_window->document().path(), path("sub/mine.json"));
        QCOMPARE(knob("chunks"), 9);
        QVERIFY(m_window->isWindowModified());
        QVERIFY(m_window->findChild<DocumentTabs *>()->tabText(0).endsWith(QLatin1Char('*')));
    }
    m_window->openFile(path("sub/mine.json")); // which is open
    QCOMPARE(knob("chunks"), 9);
    QVERIFY2(m_window->messages()->text().contains(QStringLiteral("not saved")),
             qPrintable(m_window->messages()->text()));
    QCOMPARE(none.count, 0);
}

void UnsavedWorkTest::noEndLosesAFile_data()
{
    QTest::addColumn<QByteArray>("way");
    QTest::addColumn<int>("answer");
    QTest::addColumn<bool>("saveFails");
    for (const char *way : {"close the tab", "Ctrl+W", "close", "Ctrl+Q"}) {
        const auto row = [way](const char *what) -> QTestData & { return QTest::addRow("%s: %s", way, what); };
        row("cancel") << QByteArray(way) << int(QMessageBox::Cancel) << false;
        row("discard") << QByteArray(way) << int(QMessageBox::Discard) << false;
        row("save") << QByteArray(way) << int(QMessageBox::Save) << false;
        row("save fails") << QByteArray(way) << int(QMessageBox::Save) << true;
    }
}

void UnsavedWorkTest::noEndLosesAFile()
{
    QFETCH(QByteArray, way);
    QFETCH(int, answer);
    QFETCH(bool, saveFails);
    openMine();
    const QString mine = path("sub/mine.json");
    const std::int64_t before = fileContent(mine).parameters.integer("chunks");
    if (saveFails)
        QVERIFY(QDir(path("sub")).removeRecursively());
    Answer question(static_cast<Button>(answer));
    go(way);
    QCOMPARE(question.count, 1);
    QVERIFY2(question.text.contains(QStringLiteral("mine.json")), qPrintable(question.text));
    QVERIFY(question.first); // saving is what Enter does

    const bool ends = way == "close" || way == "Ctrl+Q";
    if (answer == QMessageBox::Cancel || saveFails) {
        QVERIFY(m_window->isVisible());
        QCOMPARE(m_window->document().path(), mine);
        QCOMPARE(knob("chunks"), 9);
        QVERIFY(m_window->isWindowModified());
        QCOMPARE(m_window->messages()->kind() == MessageBar::Kind::Error, saveFails);
        QVERIFY(!saveFails || m_window->messages()->text().contains(QStringLiteral("mine.json")));
    } else {
        QCOMPARE(m_window->isVisible(), !ends);
        if (!ends)
            QVERIFY(m_window->document().path() != mine && !m_window->isWindowModified());
        QVERIFY(m_window->workspace().unsaved().empty());
    }
    if (!saveFails)
        QCOMPARE(fileContent(mine).parameters.integer("chunks"), answer == QMessageBox::Save ? 9 : before);
}

void UnsavedWorkTest::newProgramsAreAskedFor()
{
    actionOf(*m_window, "newProgram")->trigger();
    QVERIFY(!m_window->isWindowModified());
    addOperation(*m_window, "sync");
    QVERIFY(m_window->isWindowModified());
    auto *editor = m_window->findChild<ProgramEditor *>();
    QVERIFY(editor->isWindowModified());
    {
        Answer cancel(QMessageBox::Cancel);
        editor->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(editor));
        QTest::keyClick(editor, Qt::Key_Q, Qt::ControlModifier); // where the person is after adding
        QCOMPARE(cancel.count, 1);
        QVERIFY2(cancel.text.contains(QStringLiteral("New program")), qPrintable(cancel.text));
        QVERIFY(m_window->isVisible());
    }
    {
        Answer save(QMessageBox::Save);
        saveTo({}); // the file dialog is given up
        m_window->close();
        QVERIFY(m_window->isVisible() && m_window->isWindowModified());
    }
    Answer save(QMessageBox::Save);
    saveTo(path("mine"));
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QCOMPARE(fileContent(path("mine.json")).experiment.program()->operations.size(), std::size_t{4});
}

void UnsavedWorkTest::untouchedDocumentsAskNothing()
{
    Answer none(QMessageBox::Cancel);
    QVERIFY(m_window->saveTo(path("mine.json")));
    choosePreset("two-stream-exercise");
    m_window->openFile(path("mine.json"));
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    actionOf(*m_window, "undo")->trigger();
    QVERIFY(!m_window->isWindowModified());
    actionOf(*m_window, "newProgram")->trigger();
    addOperation(*m_window, "sync");
    m_window->findChild<ProgramEditor *>()->findChild<QAction *>(QStringLiteral("undoEdit"))->trigger();
    QVERIFY(!m_window->isWindowModified());
    m_window->close();
    QCOMPARE(none.count, 0);
    QVERIFY(!m_window->isVisible());
}

void UnsavedWorkTest::turnedKnobsAskAtTheEndOnly()
{
    auto *tree = m_window->findChild<ExperimentTree *>();
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    {
        Answer none(QMessageBox::Cancel);
        choosePreset("two-stream-exercise");
        actionOf(*m_window, "newProgram")->trigger();
        choosePreset("large-pipeline");
        QCOMPARE(none.count, 0);
    }
    QCOMPARE(knob("chunks"), 9);
    QVERIFY(m_window->isWindowModified());
    QVERIFY(tree->itemOf("large-pipeline")->text(0).endsWith(QStringLiteral(" *")));
    choosePreset("large-pipeline"); // also a double click
    QCOMPARE(knob("chunks"), 9);
    choosePreset("two-stream-exercise");
    QVERIFY(tree->itemOf("large-pipeline")->text(0).endsWith(QStringLiteral(" *")));
    QVERIFY(!m_window->isWindowModified());
    {
        Answer cancel(QMessageBox::Cancel);
        m_window->close();
        QCOMPARE(cancel.count, 1);
        QVERIFY(cancel.text.contains(QStringLiteral("large-pipeline")));
        QVERIFY(m_window->isVisible());
    }
    choosePreset("large-pipeline");
    actionOf(*m_window, "revert")->trigger();
    QVERIFY(!m_window->isWindowModified() && !actionOf(*m_window, "revert")->isEnabled());
    QVERIFY(!tree->itemOf("large-pipeline")->text(0).contains(QLatin1Char('*')));
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    QTimer keyboard;
    keyboard.callOnTimeout([&keyboard] {
        QMessageBox *box = openQuestion();
        if (!box || !box->isActiveWindow())
            return;
        keyboard.stop();
        QTest::keyClick(box, Qt::Key_D, Qt::AltModifier);
        QTimer::singleShot(30'000, box, &QDialog::reject); // rather than hang
    });
    keyboard.start(0);
    m_window->close();
    QVERIFY(!m_window->isVisible());
}

void UnsavedWorkTest::severalAreSavedInTurn()
{
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    choosePreset("two-stream-exercise");
    setKnob(*m_window, "chunks", QStringLiteral("3"));
    QStringList asked, answers{path("first.json"), QString()};
    m_window->setFileChoosers({}, [&](const QString &title, const QString &, const QString &) {
        asked << title;
        return answers.takeFirst();
    });
    {
        Answer all(QMessageBox::SaveAll);
        m_window->close();
        QVERIFY(all.text.contains(QStringLiteral("large-pipeline")));
        QVERIFY(all.text.contains(QStringLiteral("two-stream-exercise")));
    }
    QVERIFY(asked.value(0).contains(QStringLiteral("two-stream-exercise"))); // which was in front
    QVERIFY(asked.value(1).contains(QStringLiteral("large-pipeline")));
    QVERIFY(m_window->isVisible()); // the second file dialog was given up
    QCOMPARE(knob("chunks"), 9);
    QCOMPARE(fileContent(path("first.json")).parameters.integer("chunks"), 3);
    answers << path("second.json");
    Answer one(QMessageBox::Save);
    m_window->close();
    QCOMPARE(one.count, 1);
    QVERIFY(!m_window->isVisible());
    QCOMPARE(fileContent(path("second.json")).parameters.integer("chunks"), 9);
}

void UnsavedWorkTest::typingCounts()
{
    openMine();
    auto *line =
        m_window->findChild<ParameterForm *>("parameterForm")->field("chunks")->editor()->findChild<QLineEdit *>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("11")); // and no Enter
    {
        Answer save(QMessageBox::Save);
        m_window->close();
        QCOMPARE(fileContent(path("sub/mine.json")).parameters.integer("chunks"), 11);
    }
    m_window->show();
    actionOf(*m_window, "newProgram")->trigger();
    auto *table = m_window->findChild<ProgramEditor *>()->findChild<QTableView *>(QStringLiteral("programOperations"));
    const QModelIndex name = table->model()->index(1, static_cast<int>(ProgramDraft::OperationColumn::Name));
    table->setCurrentIndex(name);
    table->edit(name);
    auto *cell = table->findChild<QLineEdit *>();
    cell->selectAll();
    QTest::keyClicks(cell, QStringLiteral("typed"));
    saveTo(path("program.json"));
    actionOf(*m_window, "save")->trigger();
    QCOMPARE(fileContent(path("program.json")).experiment.program()->operations[1].name, std::string("typed"));
}

void UnsavedWorkTest::unsoundProgramsAreNotDropped()
{
    actionOf(*m_window, "newProgram")->trigger();
    auto *editor = m_window->findChild<ProgramEditor *>();
    auto *table = editor->findChild<QTableView *>(QStringLiteral("programOperations"));
    const QModelIndex stream = table->model()->index(0, static_cast<int>(ProgramDraft::OperationColumn::Stream));
    QVERIFY(table->model()->setData(stream, QStringLiteral("nobody")));
    QVERIFY(m_window->isWindowModified());
    saveTo(path("unsound.json"));
    actionOf(*m_window, "save")->trigger(); // would leave out what is in the table
    QVERIFY(!QFile::exists(path("unsound.json")));
    QVERIFY2(m_window->messages()->text().contains(QStringLiteral("nobody")), qPrintable(m_window->messages()->text()));
    choosePreset("two-stream-exercise");
    clickTab(*m_window, 0); // it comes back as it was
    QCOMPARE(table->model()->index(0, static_cast<int>(ProgramDraft::OperationColumn::Stream)).data().toString(),
             QStringLiteral("nobody"));
    QCOMPARE(m_window->workspace().unsaved().size(), std::size_t{1});
    QVERIFY(table->model()->setData(stream, QStringLiteral("A")));
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(table->model()->setData(stream, QStringLiteral("nobody")));
    m_window->findChild<ProgramEditor *>()->close();
    {
        Answer discard(QMessageBox::Discard);
        actionOf(*m_window, "closeDocument")->trigger();
        QCOMPARE(discard.count, 1);
    }
    actionOf(*m_window, "newProgram")->trigger(); // an equal one, without the rows that were let go
    QCOMPARE(stream.data().toString(), QStringLiteral("A"));
    QVERIFY(!m_window->isWindowModified());
}

/// A trace is a file already; its folder is no place for the user's own files.
void UnsavedWorkTest::nothingIsSavedOverATrace()
{
    QVERIFY(m_window->saveTo(path("mine.json")));
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    QString suggested;
    m_window->setFileChoosers({}, [&](const QString &, const QString &suggestion, const QString &) {
        suggested = suggestion;
        return QString();
    });
    m_window->openFile(tracePath(QStringLiteral("chunked_depth.json.gz")));
    QTRY_VERIFY(m_window->windowTitle().contains(QStringLiteral("Trace")));
    QVERIFY(!actionOf(*m_window, "save")->isEnabled() && !actionOf(*m_window, "saveAs")->isEnabled());
    clickTab(*m_window, 0);
    actionOf(*m_window, "saveAs")->trigger();
    QCOMPARE(suggested, path("mine.json"));
}

/// The file dialog asked about "mine", and "mine.json" would go.
void UnsavedWorkTest::addedSuffixReplacesNothing()
{
    QVERIFY(m_window->saveTo(path("mine.json")));
    const std::int64_t before = knob("chunks");
    setKnob(*m_window, "chunks", QStringLiteral("9"));
    saveTo(path("mine"));
    const auto answer = [](Button button) {
        QTimer::singleShot(0, qApp, [button] {
            qobject_cast<QMessageBox *>(QApplication::activeModalWidget())->button(button)->click();
        });
    };
    answer(QMessageBox::No);
    actionOf(*m_window, "saveAs")->trigger();
    QCOMPARE(fileContent(path("mine.json")).parameters.integer("chunks"), before);
    QVERIFY(m_window->isWindowModified());
    answer(QMessageBox::Yes);
    actionOf(*m_window, "saveAs")->trigger();
    QCOMPARE(fileContent(path("mine.json")).parameters.integer("chunks"), 9);
}

void UnsavedWorkTest::editorUndoIsNoChange()
{
    actionOf(*m_window, "editProgram")->trigger(); // of a built-in experiment
    auto *editor = m_window->findChild<ProgramEditor *>();
    addOperation(*m_window, "sync");
    QVERIFY(m_window->isWindowModified());
    QCOMPARE(m_window->document().displayName(), QStringLiteral("large-pipeline"));
    editor->findChild<QAction *>(QStringLiteral("undoEdit"))->trigger();
    QVERIFY(!m_window->isWindowModified());
    editor->findChild<QAction *>(QStringLiteral("redoEdit"))->trigger();
    QVERIFY(m_window->isWindowModified());
}

void UnsavedWorkTest::restoresUnsoundRows()
{
    const QString folder = path("recovery");
    {
        WindowRecovery recovery(*m_window, folder);
        actionOf(*m_window, "newProgram")->trigger();
        addOperation(*m_window, "sync");
        auto *table =
            m_window->findChild<ProgramEditor *>()->findChild<QTableView *>(QStringLiteral("programOperations"));
        const QModelIndex stream = table->model()->index(0, static_cast<int>(ProgramDraft::OperationColumn::Stream));
        QVERIFY(table->model()->setData(stream, QStringLiteral("nobody")));
        recovery.keeper().keepNow();
    }
    m_window = std::make_unique<MainWindow>();
    watchModels(*m_window);
    m_window->show();
    WindowRecovery recovery(*m_window, folder);
    recovery.begin();
    auto *bar = m_window->findChild<MessageBar *>(QStringLiteral("recoveryBar"));
    QVERIFY2(bar->text().contains(QStringLiteral("New program")), qPrintable(bar->text()));
    bar->findChildren<QPushButton *>()[0]->click();
    auto *editor = m_window->findChild<ProgramEditor *>();
    QVERIFY(editor && editor->isVisible());
    QVERIFY2(editor->message().contains(QStringLiteral("nobody")), qPrintable(editor->message()));
    QVERIFY(m_window->isWindowModified());
    QCOMPARE(m_window->document().preset().experiment.program()->operations.size(), std::size_t{4});
    const auto kept = [&folder] { return QDir(folder).entryList({QStringLiteral("*.session")}, QDir::Dirs); };
    QTRY_COMPARE(kept(), QStringList{QFileInfo(recovery.folder().ownFolder()).fileName()}); // now this window's
    m_window->workspace().letGo();
    QVERIFY(kept().isEmpty());
}

void UnsavedWorkTest::start(QProcess &process, const QString &program, const QStringList &deeds)
{
    const QString home = path("home");
    QVERIFY(QDir().mkpath(home + QStringLiteral("/run")));
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"),
                       m_display.isEmpty() ? QStringLiteral("offscreen") : QStringLiteral("xcb"));
    environment.insert(QStringLiteral("DISPLAY"), m_display);
    environment.insert(QStringLiteral("HOME"), home);
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home + QStringLiteral("/config"));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), home + QStringLiteral("/data"));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, deeds);
    QVERIFY2(process.waitForStarted(), qPrintable(process.errorString()));
}

/// This program as a window that does these deeds and then says `sign`.
void UnsavedWorkTest::startWindow(QProcess &process, const QStringList &deeds, const QByteArray &sign)
{
    start(process, QCoreApplication::applicationFilePath(), QStringList{QStringLiteral("--window")} + deeds);
    QTRY_VERIFY_WITH_TIMEOUT(process.waitForReadyRead(10) || process.bytesAvailable() > 0, 60'000);
    QCOMPARE(process.readLine().trimmed(), sign);
}

/// What the next window has after a click on Restore: its title and its chunks.
QByteArray UnsavedWorkTest::restored()
{
    QProcess window;
    start(window, QCoreApplication::applicationFilePath(),
          {QStringLiteral("--window"), QStringLiteral("restore"), QStringLiteral("tell"), QStringLiteral("discard")});
    ended(window);
    return window.readAll().trimmed();
}

void UnsavedWorkTest::signalsKeepTheWork_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QStringList>("deeds");
    const QStringList plain{QStringLiteral("knob")};
    QTest::newRow("SIGTERM") << SIGTERM << plain;
    QTest::newRow("SIGINT") << SIGINT << plain;
    QTest::newRow("SIGHUP") << SIGHUP << plain;
    QTest::newRow("while it asks") << SIGTERM << QStringList{QStringLiteral("knob"), QStringLiteral("close")};
    QTest::newRow("while it runs") << SIGTERM << QStringList{QStringLiteral("long"), QStringLiteral("knob")};
}

void UnsavedWorkTest::signalsKeepTheWork()
{
    QFETCH(int, number);
    QFETCH(QStringList, deeds);
    QProcess window;
    startWindow(window, deeds + QStringList{QStringLiteral("say")}, "done");
    ::kill(static_cast<pid_t>(window.processId()), number);
    QVERIFY(ended(window));
    QCOMPARE(window.exitStatus(), QProcess::CrashExit); // by that signal, as its sender expects
    QCOMPARE(window.exitCode(), number);
    QCOMPARE(kept().size(), 1);
    QCOMPARE(restored(), QByteArray("balanced-pipeline 9 changed"));
    QVERIFY(kept().isEmpty()); // and discarded by who has it
}

void UnsavedWorkTest::killedProcessesKeepTheWork()
{
    QProcess window;
    startWindow(window, {QStringLiteral("knob"), QStringLiteral("say")}, "done");
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, 30'000); // a second after the change
    window.kill();
    QVERIFY(ended(window));
    QCOMPARE(restored(), QByteArray("balanced-pipeline 9 changed"));
    QCOMPARE(restored(), QByteArray("nothing")); // not twice
}

/// Qt ends the process when its X server is gone: as after a kill, what was kept before is there.
void UnsavedWorkTest::goneDisplaysKeepTheWork()
{
    const QString xvfb = QStandardPaths::findExecutable(QStringLiteral("Xvfb"));
    if (xvfb.isEmpty())
        QSKIP("there is no X server for tests here (Debian's package xvfb)");
    QProcess server;
    server.start(
        xvfb, {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-nolisten"), QStringLiteral("tcp")});
    QTRY_VERIFY_WITH_TIMEOUT(server.waitForReadyRead(10) || server.canReadLine(), 60'000);
    m_display = ':' + QString::fromLatin1(server.readLine().trimmed());
    QProcess window;
    startWindow(window, {QStringLiteral("knob"), QStringLiteral("say")}, "done");
    m_display.clear();
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, 30'000);
    server.kill();
    QVERIFY(ended(server));
    QVERIFY(ended(window));
    QCOMPARE(window.exitStatus(), QProcess::NormalExit);
    QCOMPARE(window.exitCode(), 1);
    QCOMPARE(restored(), QByteArray("balanced-pipeline 9 changed"));
}

void UnsavedWorkTest::secondSignalEndsAtOnce()
{
    QProcess window;
    startWindow(window, {QStringLiteral("hang")}, "done"); // the first one comes to nothing
    ::kill(static_cast<pid_t>(window.processId()), SIGTERM);
    ::kill(static_cast<pid_t>(window.processId()), SIGINT);
    QVERIFY(ended(window));
    QVERIFY(window.exitCode() == SIGTERM || window.exitCode() == SIGINT); // whichever came second
}

void UnsavedWorkTest::signalEndsAWindowThatHangs()
{
    QProcess window;
    startWindow(window, {QStringLiteral("mortal"), QStringLiteral("hang")}, "done");
    ::kill(static_cast<pid_t>(window.processId()), SIGTERM);
    QVERIFY(ended(window));
    QCOMPARE(window.exitCode(), SIGALRM);
}

void UnsavedWorkTest::closedProcessesLeaveNothing()
{
    QProcess window;
    startWindow(window,
                {QStringLiteral("knob"), QStringLiteral("keep"), QStringLiteral("say"), QStringLiteral("discard")},
                "done");
    QVERIFY(ended(window));
    QCOMPARE(window.exitCode(), 0);
    QVERIFY(QDir(recoveryFolder()).isEmpty());
}

/// The program as users start it: it offers recovered work, and keeps it until the user decides.
void UnsavedWorkTest::theProgramItself()
{
    QString left;
    {
        Workspace workspace;
        workspace.choose(builtInPresets(experiments()).front());
        SessionParts parts;
        const QByteArray documents = sessionJson(keptSession(workspace), parts, TraceStore::Named);
        RecoveryFolder folder(recoveryFolder());
        folder.write(folder.ticket(), {documents, parts.list()});
        left = folder.ownFolder();
    }
    QProcess program;
    start(program, qEnvironmentVariable("STREAMSCOPE_PROGRAM"), {});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(left + QStringLiteral(".lock")), 60'000); // it has it
    program.terminate();
    QVERIFY(ended(program));
    QVERIFY(program.exitCode() == SIGTERM || program.exitCode() == SIGALRM); // the latter on a busy machine
    const auto stillLeft = RecoveryFolder(recoveryFolder()).takeLeft();
    QCOMPARE(stillLeft.size(), std::size_t{1});
    QCOMPARE(stillLeft[0].folder(), left);
}

namespace {

/// The hand on the widgets of the process that --window makes. One deed after the other, each when what it needs is
/// there.
class Hand : public QObject
{
public:
    explicit Hand(QStringList deeds) : m_deeds(std::move(deeds))
    {
        m_timer.callOnTimeout([this] { act(); });
        m_timer.start(0);
    }

private:
    static MainWindow *window()
    {
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (auto *window = qobject_cast<MainWindow *>(widget); window && window->isVisible())
                return window;
        return nullptr;
    }

    static void say(const QByteArray &line)
    {
        std::printf("%s\n", line.constData());
        std::fflush(stdout);
    }

    void act()
    {
        if (!window() || m_deeds.isEmpty())
            return;
        const QString deed = m_deeds.takeFirst();
        if (!(openQuestion() ? actInQuestion(deed) : act(deed)))
            m_deeds.prepend(deed); // not yet
    }

    bool act(const QString &deed)
    {
        MainWindow &shown = *window();
        if (deed == QLatin1String("mortal")) {
            std::signal(SIGALRM, SIG_DFL);
        } else if (deed == QLatin1String("knob")) {
            setKnob(shown, "chunks", QStringLiteral("9"));
        } else if (deed == QLatin1String("long")) {
            // Sixteen million blocks, each recorded: seconds on any machine.
            setKnob(shown, "bytes", QStringLiteral("16GiB"));
            setKnob(shown, "chunks", QStringLiteral("16384"));
            actionOf(shown, "recordBlocks")->setChecked(true);
            actionOf(shown, "run")->trigger();
        } else if (deed == QLatin1String("close")) {
            QTimer::singleShot(0, &shown, &QWidget::close);
            m_asked = true;
        } else if (deed == QLatin1String("discard")) {
            if (!m_asked)
                QTimer::singleShot(0, &shown, &QWidget::close);
            m_asked = true;
            return false; // until the question is there
        } else if (deed == QLatin1String("say")) {
            if (m_asked)
                return false; // until the question is there
            say("done");
        } else if (deed == QLatin1String("keep")) {
            const QString folder = RecoveryFolder::standardPath();
            return !QDir(folder).entryList({QStringLiteral("*.session")}, QDir::Dirs).isEmpty();
        } else if (deed == QLatin1String("hang")) {
            say("done"); // before anything can come between
            for (;;)
                pause(); // a handler ends one
        } else if (deed == QLatin1String("restore")) {
            auto *bar = shown.findChild<MessageBar *>(QStringLiteral("recoveryBar"));
            if (bar->isHidden()) {
                say("nothing");
                m_deeds.clear();
                QTimer::singleShot(0, &shown, &QWidget::close);
            } else {
                bar->findChildren<QPushButton *>()[0]->click();
            }
        } else if (deed == QLatin1String("tell")) {
            const PresetDocument &document = shown.document();
            say(document.displayName().toUtf8() + ' '
                + QByteArray::number(qint64(document.preset().parameters.integer("chunks")))
                + (shown.isWindowModified() ? " changed" : " unchanged"));
        }
        return true;
    }

    bool actInQuestion(const QString &deed)
    {
        if (deed == QLatin1String("say"))
            say("done");
        else if (deed == QLatin1String("discard"))
            openQuestion()->button(QMessageBox::Discard)->click();
        return true;
    }

    QStringList m_deeds;
    bool m_asked = false;
    QTimer m_timer;
};

QStringList deedsOfThisProcess;

void giveAHand()
{
    if (!deedsOfThisProcess.isEmpty())
        new Hand(deedsOfThisProcess); // until the process ends
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(giveAHand)

int main(int argc, char **argv)
{
    if (argc > 2 && std::string(argv[1]) == "--window") {
        for (int i = 2; i < argc; ++i)
            deedsOfThisProcess << QString::fromLocal8Bit(argv[i]);
        std::signal(SIGALRM, SIG_IGN); // on a busy machine the event loop takes its time
        return openWindow(argc, argv, {});
    }
    QApplication application(argc, argv);
    QTEST_SET_MAIN_SOURCE_PATH
    UnsavedWorkTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_unsaved_work.moc"
