// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor.h"

#include "experiments/registry.h"
#include "gui/application_theme.h"
#include "gui/main_window.h"
#include "gui/settings.h"
#include "gui/timeline/timeline_widget.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace streamscope;

/// Builds Programs by hand, in the editor alone and in the window.
class ProgramEditorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void everyExperimentCanBeEdited_data();
    void everyExperimentCanBeEdited();
    void buildsFromNothing();
    void saysWhatIsWrong();
    void saysWhatRaces();
    void cellsFollowTheKind();
    void renamedStreamStaysItself();
    void rowsMove();
    void typesIntoCells();
    void windowPredictsSavesAndUndoes();

private:
    using Column = ProgramDraft::OperationColumn;
    static ProgramFile fileOf(const char *experiment);
};

ProgramFile ProgramEditorTest::fileOf(const char *experiment)
{
    const Experiment *found = findExperiment(experiment);
    ProgramFile file;
    file.program = buildProgram(*found, found->defaults());
    file.parameters = Parameters(runParameters());
    return file;
}

void ProgramEditorTest::everyExperimentCanBeEdited_data()
{
    QTest::addColumn<QString>("id");
    for (const Experiment *experiment : experiments())
        QTest::newRow(experiment->id().c_str()) << QString::fromStdString(experiment->id());
}

/// Typing into every cell what it shows changes nothing.
void ProgramEditorTest::everyExperimentCanBeEdited()
{
    QFETCH(QString, id);
    const ProgramFile file = fileOf(qPrintable(id));
    ProgramDraft draft;
    draft.setProgram(file);
    QString problem;
    const auto before = draft.read(problem);
    QVERIFY2(before, qPrintable(problem));
    QVERIFY(before->program == file.program);
    for (int row = 0; row < std::min(draft.operationCount(), 60); ++row)
        for (int column = 0; column < ProgramDraft::operationColumns; ++column) {
            const auto c = static_cast<Column>(column);
            const QString shown = draft.operationText(row, c);
            if (draft.hasCell(row, c) && !shown.isEmpty() && c != Column::Kind && c != Column::What)
                QVERIFY(draft.setOperationText(row, c, shown));
        }
    QVERIFY2(draft.read(problem), qPrintable(problem));
    QVERIFY(draft.read(problem)->program == file.program);
}

void ProgramEditorTest::buildsFromNothing()
{
    ProgramEditor editor;
    QSignalSpy changed(&editor, &ProgramEditor::programChanged);
    ProgramFile file = fileOf("launch-cost");
    file.program.operations.resize(1);
    editor.setProgram(file);
    editor.show();
    QCOMPARE(changed.size(), 0);
    for (const char *kind : {"h2d", "kernel", "d2h", "sync"}) {
        const auto actions = editor.findChild<QToolButton *>(QStringLiteral("addOperation"))->menu()->actions();
        for (QAction *action : actions)
            if (action->text() == QLatin1String(kind))
                action->trigger();
    }
    QCOMPARE(changed.size(), 4);
    QVERIFY(editor.program());
    QCOMPARE(editor.program()->program.operations.size(), std::size_t{5});
    QCOMPARE(editor.program()->program.operations[1].kind, OperationKind::H2D);
    QVERIFY(editor.message().contains(QStringLiteral("nothing races")));
}

void ProgramEditorTest::saysWhatIsWrong()
{
    ProgramEditor editor;
    editor.setProgram(fileOf("launch-cost"));
    auto *table = editor.findChild<QTableView *>(QStringLiteral("programOperations"));
    QSignalSpy changed(&editor, &ProgramEditor::programChanged);
    const QModelIndex stream = table->model()->index(3, static_cast<int>(Column::Stream));
    QVERIFY(table->model()->setData(stream, QStringLiteral("nobody")));
    QVERIFY2(editor.message().contains(QStringLiteral("nobody")), qPrintable(editor.message()));
    QCOMPARE(changed.size(), 0); // the last sound one stays
    QVERIFY(table->model()->setData(stream, QStringLiteral("0")));
    QCOMPARE(changed.size(), 1);
    // What is no number stays out at once.
    const QModelIndex duration = table->model()->index(3, static_cast<int>(Column::Duration));
    QVERIFY(!table->model()->setData(duration, QStringLiteral("long")));
    QCOMPARE(duration.data().toString(), QStringLiteral("1"));
}

void ProgramEditorTest::saysWhatRaces()
{
    ProgramEditor editor;
    editor.setProgram(fileOf("multi-stage"));
    QVERIFY2(editor.message().contains(QStringLiteral("use of A")), qPrintable(editor.message()));
    QVERIFY(editor.message().contains(QStringLiteral("cudaStreamWaitEvent")));
    auto *table = editor.findChild<QTableView *>(QStringLiteral("programOperations"));
    int marked = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        marked += table->model()->index(row, 0).data().toString().startsWith(QStringLiteral("⚠")) ? 1 : 0;
    QCOMPARE(marked, 4); // two products and their two uses
}

void ProgramEditorTest::cellsFollowTheKind()
{
    ProgramDraft draft;
    draft.setProgram(fileOf("launch-cost"));
    QVERIFY(draft.hasCell(0, Column::Duration) && !draft.hasCell(0, Column::Size));
    QVERIFY(draft.setOperationText(0, Column::What, QStringLiteral("fma")));
    QVERIFY(!draft.hasCell(0, Column::Duration) && draft.hasCell(0, Column::Size));
    QVERIFY(draft.setOperationText(0, Column::Size, QStringLiteral("4096")));
    QCOMPARE(draft.operationText(0, Column::Size), QStringLiteral("4096")); // floats, not bytes
    QVERIFY(draft.setOperationText(0, Column::Kind, QStringLiteral("h2d")));
    QVERIFY(draft.setOperationText(0, Column::Size, QStringLiteral("2MiB")));
    QCOMPARE(draft.operationText(0, Column::Size), QStringLiteral("2MiB"));
    QVERIFY(draft.setOperationText(0, Column::Writes, QStringLiteral("data@4096+1024")));
    QVERIFY(draft.setOperationText(0, Column::Size, QStringLiteral("1KiB")));
    QString problem;
    const auto read = draft.read(problem);
    QVERIFY2(read, qPrintable(problem));
    QCOMPARE(read->program.operations[0].writes[0].offset, std::uint64_t{4096});
    for (const char *kind : {"host_work", "event_record", "alloc", "memset", "host_function", "sync", "kernel"}) {
        QVERIFY(draft.setOperationText(0, Column::Kind, QLatin1String(kind)));
        QVERIFY2(draft.read(problem), qPrintable(problem));
    }
}

void ProgramEditorTest::renamedStreamStaysItself()
{
    ProgramDraft draft;
    draft.setProgram(fileOf("launch-cost"));
    QVERIFY(draft.setStreamText(0, ProgramDraft::StreamColumn::Id, QStringLiteral("work")));
    QCOMPARE(draft.operationText(0, Column::Stream), QStringLiteral("work"));
    QVERIFY(!draft.removeStream(0));
    draft.addStream();
    QVERIFY(draft.removeStream(1));
    QVERIFY(!draft.setStreamText(0, ProgramDraft::StreamColumn::Priority, QStringLiteral("urgent")));
    QString problem;
    QVERIFY(draft.read(problem));
}

void ProgramEditorTest::rowsMove()
{
    ProgramDraft draft;
    draft.setProgram(fileOf("event-pipeline"));
    const QString first = draft.operationText(0, Column::Name), second = draft.operationText(1, Column::Name);
    QVERIFY(!draft.moveOperation(0, -1));
    QVERIFY(draft.moveOperation(0, 1));
    QCOMPARE(draft.operationText(0, Column::Name), second);
    QCOMPARE(draft.operationText(1, Column::Name), first);
    const int count = draft.operationCount();
    draft.duplicateOperation(1);
    QCOMPARE(draft.operationText(2, Column::Name), first);
    draft.removeOperation(2);
    QCOMPARE(draft.operationCount(), count);
}

/// With the keyboard and the box of the cell.
void ProgramEditorTest::typesIntoCells()
{
    ProgramEditor editor;
    editor.setProgram(fileOf("launch-cost"));
    editor.show();
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
    auto *table = editor.findChild<QTableView *>(QStringLiteral("programOperations"));
    const QModelIndex duration = table->model()->index(0, static_cast<int>(Column::Duration));
    table->setCurrentIndex(duration);
    table->edit(duration);
    auto *line = table->findChild<QLineEdit *>();
    QVERIFY(line);
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("250"));
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE(editor.program()->program.operations[0].kernel.durationNs, std::int64_t{250'000});
    const QModelIndex what = table->model()->index(0, static_cast<int>(Column::What));
    table->edit(what);
    auto *box = table->findChild<QComboBox *>();
    QVERIFY(box);
    QCOMPARE(box->count(), 4);
    box->setCurrentText(QStringLiteral("tensor"));
    Q_EMIT box->activated(box->currentIndex());
    QTRY_COMPARE(editor.program()->program.operations[0].kernel.kind, KernelKind::Tensor);
}

void ProgramEditorTest::windowPredictsSavesAndUndoes()
{
    QFile::remove(Settings::fileName());
    applyTheme(ApplicationTheme::Light);
    QTemporaryDir folder;
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openFile(QStringLiteral(QT_TESTCASE_SOURCEDIR "/../resources/presets/multi-stage.json"));
    window.findChild<QAction *>(QStringLiteral("editProgram"))->trigger();
    auto *editor = window.findChild<ProgramEditor *>();
    QVERIFY(editor && editor->isVisible());
    auto *prediction = editor->findChild<QLabel *>(QStringLiteral("programPrediction"));
    auto *table = editor->findChild<QTableView *>(QStringLiteral("programOperations"));
    const int operations = table->model()->rowCount();

    // Turning the experiment's Program into one to edit changes nothing yet; the first edit does.
    QVERIFY(!window.document().preset().experiment.program());
    const QModelIndex work = table->model()->index(1, static_cast<int>(Column::Work));
    QVERIFY(table->model()->setData(work, QStringLiteral("65536")));
    QVERIFY(window.document().preset().experiment.program());
    QVERIFY(window.isWindowModified());
    QTRY_VERIFY(prediction->text().contains(QStringLiteral("ms")));
    QTRY_VERIFY(window.timeline()->content() && window.timeline()->content()->isPrediction());
    if (qEnvironmentVariableIsSet("STREAMSCOPE_SHOTS")) {
        const QString shots = qEnvironmentVariable("STREAMSCOPE_SHOTS");
        window.grab().save(shots + QStringLiteral("/edited-window.png"));
        editor->grab().save(shots + QStringLiteral("/program-editor.png"));
    }
    const QString path = folder.filePath(QStringLiteral("mine.json"));
    QVERIFY(window.saveTo(path));
    window.findChild<QAction *>(QStringLiteral("editProgram"))->trigger();
    QVERIFY(table->model()->setData(work, QStringLiteral("16")));
    QCOMPARE(window.document().path(), path); // a file stays the file
    window.openFile(path);
    QTRY_COMPARE(table->model()->rowCount(), operations); // the editor follows what is opened
    QCOMPARE(editor->program()->program.operations[1].kernel.workPerElement, std::int64_t{65536});
    window.findChild<QAction *>(QStringLiteral("editProgram"))->trigger();
}

QTEST_MAIN(ProgramEditorTest)
#include "tst_program_editor.moc"
