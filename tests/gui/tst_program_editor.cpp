// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/program_editor.h"
#include "tests/support/model_testers.h"

#include "experiments/registry.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/application_theme.h"
#include "gui/window/main_window.h"
#include "gui/workspace/settings.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
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
using namespace streamscope::test;

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
    void anotherTypeKeepsTheRest();
    void renamedStreamStaysItself();
    void rowsMove();
    void typesIntoCells();
    void windowPredictsSavesAndUndoes();
    void peerCopyAndAllReduceNeedNoFile();
    void buffersSayTheirUse();
    void buffersAreEdited();
    void problemsMarkTheirRow();
    void editsAreUndone();
    void twoDevicesFromNothing();

private:
    using Column = ProgramDraft::OperationColumn;
    static ProgramFile fileOf(const char *experiment);
    static QTableView *tableOf(const ProgramEditor &editor, const char *name)
    {
        return editor.findChild<QTableView *>(QLatin1String(name));
    }
    static void add(const ProgramEditor &editor, const char *kind)
    {
        for (QAction *action : editor.findChild<QToolButton *>(QStringLiteral("addOperation"))->menu()->actions())
            if (action->data().toString() == QLatin1String(kind))
                action->trigger();
    }
    static QString cell(const QTableView *table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    static void shoot(QWidget &widget, const char *name)
    {
        if (qEnvironmentVariableIsSet("STREAMSCOPE_SHOTS"))
            widget.grab().save(qEnvironmentVariable("STREAMSCOPE_SHOTS") + QLatin1Char('/') + QLatin1String(name));
    }
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
    watchModels(editor);
    QSignalSpy changed(&editor, &ProgramEditor::programChanged);
    ProgramFile file = fileOf("launch-cost");
    file.program.operations.resize(1);
    editor.setProgram(file);
    editor.show();
    QCOMPARE(changed.size(), 0);
    for (const char *kind : {"h2d", "kernel", "d2h", "sync"}) {
        const auto actions = editor.findChild<QToolButton *>(QStringLiteral("addOperation"))->menu()->actions();
        for (QAction *action : actions)
            if (action->data().toString() == QLatin1String(kind))
                action->trigger();
    }
    QCOMPARE(changed.size(), 4);
    QVERIFY(editor.program());
    QCOMPARE(editor.program()->program.operations.size(), std::size_t{5});
    QCOMPARE(editor.program()->program.operations[1].kind, OperationKind::H2D);
    QVERIFY(editor.message().contains(QStringLiteral("no races")));
}

void ProgramEditorTest::saysWhatIsWrong()
{
    ProgramEditor editor;
    watchModels(editor);
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
    watchModels(editor);
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

/// What means the same to the new type stays, also what no column shows.
void ProgramEditorTest::anotherTypeKeepsTheRest()
{
    ProgramDraft draft;
    draft.setProgram(readProgramFile(R"({"format":"streamscope-program","version":1,"streams":[{"id":"A"},{"id":"B"}],
        "events":["done"],"operations":[
        {"op":"kernel","stream":"B","kernel":"fma","elements":4096,"kernel_work":7,"grid":3,"block":96,
         "shared_memory":1024,"registers":40,"name":"k","chunk":2},
        {"op":"event_record","stream":"B","event":"done"},
        {"op":"sync","what":"event","event":"done","method":"polling","name":"wait","chunk":3},
        {"op":"alloc","bytes":4096,"place":"pinned-host","name":"mine"},
        {"op":"h2d","stream":"B","bytes":4096,"host_memory":"pageable"}]})",
                                     "this test"));
    QString problem;
    const auto operations = [&] { return draft.read(problem)->program.operations; };
    const auto isTheKernel = [](const Operation &op) {
        return op.name == "k" && op.chunk == 2 && op.stream == 1 && op.kernel->block == 96
               && op.kernel->sharedMemory == 1024 && op.kernel->registers == 40;
    };
    for (const char *kernel : {"tensor", "stream", "fma"}) {
        QVERIFY(draft.setOperationText(0, Column::What, QLatin1String(kernel)));
        QVERIFY2(draft.read(problem), qPrintable(problem));
        QVERIFY2(isTheKernel(operations()[0]), kernel);
        QCOMPARE(operations()[0].kernel->elements, std::uint64_t{4096});
        QCOMPARE(operations()[0].kernel->grid, std::uint32_t{3});
    }
    QVERIFY(draft.setOperationText(0, Column::Work, QStringLiteral("9")));
    QVERIFY(draft.setOperationText(0, Column::What, QStringLiteral("tensor")));
    QCOMPARE(operations()[0].kernel->workPerElement, std::int64_t{9});
    QVERIFY(draft.setOperationText(0, Column::What, QStringLiteral("spin")));
    QVERIFY2(isTheKernel(operations()[0]), "spin");

    for (const char *what : {"stream", "event", "device"}) {
        QVERIFY(draft.setOperationText(2, Column::What, QLatin1String(what)));
        QVERIFY2(draft.read(problem), qPrintable(problem));
        const Operation sync = operations()[2];
        QVERIFY2(sync.name == "wait" && sync.chunk == 3, what);
        QCOMPARE(sync.syncMethod == SyncMethod::Polling, sync.syncScope != SyncScope::Device); // that cannot be polled
    }
    QVERIFY(draft.setOperationText(3, Column::Kind, QStringLiteral("free")));
    QVERIFY(operations()[3].allocation == AllocationPlace::PinnedHost && operations()[3].name == "mine");
    QVERIFY(draft.setOperationText(4, Column::Kind, QStringLiteral("d2h")));
    QCOMPARE(draft.operationText(4, Column::Memory), QStringLiteral("pageable"));
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
    watchModels(editor);
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
    QTRY_COMPARE(editor.program()->program.operations[0].durationNs, std::int64_t{250'000});
    const QModelIndex what = table->model()->index(0, static_cast<int>(Column::What));
    table->edit(what);
    auto *box = table->findChild<QComboBox *>();
    QVERIFY(box);
    QCOMPARE(box->count(), 4);
    box->setCurrentText(QStringLiteral("tensor"));
    Q_EMIT box->activated(box->currentIndex());
    QTRY_COMPARE(editor.program()->program.operations[0].kernel->kind, KernelKind::Tensor);
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
    const QHeaderView *header = table->horizontalHeader(); // nothing is cut off in the last column
    for (int row = 0; row < operations; ++row)
        QVERIFY(header->sectionSize(header->count() - 1)
                >= table->sizeHintForIndex(table->model()->index(row, header->count() - 1)).width());

    // What is predicted already is there at once.
    QTRY_VERIFY(window.timeline()->state()->content() && window.timeline()->state()->content()->isPrediction());
    window.findChild<QAction *>(QStringLiteral("editProgram"))->trigger();
    QVERIFY2(prediction->text().startsWith(QStringLiteral("Predicted")), qPrintable(prediction->text()));

    // Turning the experiment's Program into one to edit changes nothing yet; the first edit does.
    QVERIFY(!window.document().preset().experiment.program());
    const QModelIndex work = table->model()->index(1, static_cast<int>(Column::Work));
    QVERIFY(table->model()->setData(work, QStringLiteral("65536")));
    QVERIFY(window.document().preset().experiment.program());
    QVERIFY(window.isWindowModified());
    QTRY_VERIFY(prediction->text().contains(QStringLiteral("ms")));
    QTRY_VERIFY(window.timeline()->state()->content() && window.timeline()->state()->content()->isPrediction());
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
    window.openFile(path);                    // which is open, with changes
    QCOMPARE(editor->program()->program.operations[1].kernel->workPerElement, std::int64_t{16});
    window.findChild<QAction *>(QStringLiteral("revert"))->trigger();
    QTRY_COMPARE(table->model()->rowCount(), operations); // the editor follows the document
    QCOMPARE(editor->program()->program.operations[1].kernel->workPerElement, std::int64_t{65536});
    window.findChild<QAction *>(QStringLiteral("editProgram"))->trigger();
}

void ProgramEditorTest::peerCopyAndAllReduceNeedNoFile()
{
    ProgramEditor editor;
    watchModels(editor);
    editor.setProgram(fileOf("launch-cost")); // one device
    add(editor, "peer");
    QVERIFY2(editor.message().contains(QStringLiteral("no races")), qPrintable(editor.message()));
    QCOMPARE(editor.program()->program.deviceCount(), 2);
    add(editor, "collective");
    QVERIFY2(editor.message().contains(QStringLiteral("no races")), qPrintable(editor.message()));
    const Program &program = editor.program()->program;
    const std::size_t count = program.operations.size();
    const Operation &first = program.operations[count - 2], &second = program.operations[count - 1];
    QCOMPARE(first.kind, OperationKind::Collective);
    QCOMPARE(first.group(), second.group());
    QCOMPARE(program.deviceOf(first), 0);
    QCOMPARE(program.deviceOf(second), 1);
    QVERIFY(first.reads == first.writes && first.reads != second.reads);
    // A second one is another group, and both reduce their own data.
    add(editor, "collective");
    const Program &more = editor.program()->program;
    QCOMPARE(more.operations.size(), count + 2);
    QCOMPARE(more.operations.back().group(), first.group() + 1);
    QCOMPARE(tableOf(editor, "programOperations")->selectionModel()->selectedRows().value(0).row(),
             static_cast<int>(count) + 1);
}

void ProgramEditorTest::buffersSayTheirUse()
{
    ProgramEditor editor;
    watchModels(editor);
    editor.setProgram(fileOf("launch-cost"));
    QTableView *table = tableOf(editor, "programBuffers");
    const int before = table->model()->rowCount();
    add(editor, "h2d"); // names no buffer: has two for itself, which are seen and cannot be changed
    QCOMPARE(table->model()->rowCount(), before + 2);
    QVERIFY(cell(table, before, 5).contains(QStringLiteral("input")));
    QVERIFY(cell(table, before + 1, 5).contains(QStringLiteral("never read")));
    QVERIFY(!(table->model()->index(before, 0).flags() & Qt::ItemIsEditable));
    QVERIFY(
        table->model()->index(before, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Reads or Writes")));

    editor.findChild<QAction *>(QStringLiteral("addBuffer"))->trigger();
    QVERIFY(cell(table, before, 5).contains(QStringLiteral("not used")));
    auto *operations = tableOf(editor, "programOperations");
    const int row = operations->model()->rowCount() - 1;
    const QString name = cell(table, before, 0);
    add(editor, "d2h");
    QVERIFY(operations->model()->setData(operations->model()->index(row + 1, static_cast<int>(Column::Reads)), name));
    QVERIFY2(cell(table, before, 5).contains(QStringLiteral("read before it is written")),
             qPrintable(cell(table, before, 5)));
    QVERIFY(operations->model()->setData(operations->model()->index(row, static_cast<int>(Column::Writes)), name));
    QCOMPARE(cell(table, before, 5), QStringLiteral("1× read, 1× written"));
}

void ProgramEditorTest::buffersAreEdited()
{
    using Buffers = ProgramDraft::BufferColumn;
    ProgramDraft draft;
    draft.setProgram(fileOf("copy-compute-pipeline"));
    QVERIFY(draft.bufferCount() >= 2);
    int host = 0;
    while (draft.bufferText(host, Buffers::Place) != QStringLiteral("host"))
        ++host;
    QString problem;
    QVERIFY(draft.setBufferText(host, Buffers::Id, QStringLiteral("mine")));
    QVERIFY(draft.setBufferText(host, Buffers::Memory, QStringLiteral("pageable")));
    QVERIFY(!draft.setBufferText(host, Buffers::Device, QStringLiteral("1"))); // a host buffer has none
    QVERIFY(!draft.setBufferText(host, Buffers::Size, QStringLiteral("much")));
    const auto read = draft.read(problem);
    QVERIFY2(read, qPrintable(problem));
    const Buffer &buffer = read->program.buffers[static_cast<std::size_t>(host)];
    QCOMPARE(buffer.id, std::string("mine"));
    QVERIFY(buffer.hostMemory == HostMemory::Pageable);
    QVERIFY(!draft.removeBuffer(host)); // operations name it
    QVERIFY(draft.setBufferText(host, Buffers::Size, QStringLiteral("1KiB")));
    QVERIFY(!draft.read(problem));
    QVERIFY2(problem.contains(QStringLiteral("lie outside of buffer 'mine'")), qPrintable(problem));

    // Whoever makes an operation larger means its data, too.
    ProgramDraft growing;
    growing.setProgram(fileOf("launch-cost"));
    const int peer = growing.operationCount();
    QCOMPARE(growing.insertOperation(peer, QStringLiteral("peer")), 1);
    QVERIFY(growing.setOperationText(peer, Column::Size, QStringLiteral("64MiB")));
    QVERIFY2(growing.read(problem), qPrintable(problem));
    QCOMPARE(growing.bufferText(growing.bufferCount() - 1, Buffers::Size), QStringLiteral("64MiB"));
}

void ProgramEditorTest::problemsMarkTheirRow()
{
    ProgramEditor editor;
    watchModels(editor);
    editor.setProgram(fileOf("launch-cost"));
    auto *table = tableOf(editor, "programOperations");
    table->selectRow(2);
    add(editor, "peer");
    const QModelIndex writes = table->model()->index(3, static_cast<int>(Column::Writes));
    QVERIFY(table->model()->setData(writes, QStringLiteral("nowhere")));
    QVERIFY2(editor.message().contains(QStringLiteral("operations[3]"))
                 && editor.message().contains(QStringLiteral("'nowhere'")),
             qPrintable(editor.message()));
    QVERIFY(cell(table, 3, 0).startsWith(QStringLiteral("⚠")));
    QVERIFY(!cell(table, 2, 0).startsWith(QStringLiteral("⚠")));
    // On one device it is no peer copy: what the Program's own check says names the operation, too.
    QVERIFY(table->model()->setData(writes, cell(table, 3, static_cast<int>(Column::Reads))));
    QVERIFY2(editor.message().contains(QStringLiteral("operation 3")), qPrintable(editor.message()));
    QVERIFY(cell(table, 3, 0).startsWith(QStringLiteral("⚠")));
}

void ProgramEditorTest::editsAreUndone()
{
    ProgramEditor editor;
    watchModels(editor);
    editor.setProgram(fileOf("launch-cost"));
    editor.show();
    QVERIFY(QTest::qWaitForWindowExposed(&editor));
    const Program original = editor.program()->program;
    auto *table = tableOf(editor, "programOperations");
    auto *undo = editor.findChild<QAction *>(QStringLiteral("undoEdit"));
    auto *redo = editor.findChild<QAction *>(QStringLiteral("redoEdit"));
    QVERIFY(!undo->isEnabled());
    add(editor, "collective");
    QVERIFY(
        table->model()->setData(table->model()->index(0, static_cast<int>(Column::Stream)), QStringLiteral("wrong")));
    QVERIFY(editor.message().startsWith(QStringLiteral("✖")));
    undo->trigger(); // also what was not sound
    QVERIFY(editor.message().contains(QStringLiteral("no races")));
    QVERIFY(undo->toolTip().contains(QStringLiteral("collective")));
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(editor.program()->program == original);
    QVERIFY(!undo->isEnabled() && redo->isEnabled());
    redo->trigger();
    QCOMPARE(editor.program()->program.operations.size(), original.operations.size() + 2);
    editor.setProgram(fileOf("host-overlap")); // another one: nothing to go back to
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
}

/// A person with a new window: two devices, a peer copy and an all-reduce by hand; predicted, saved, opened, run.
void ProgramEditorTest::twoDevicesFromNothing()
{
    QFile::remove(Settings::fileName());
    QTemporaryDir folder;
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.findChild<QAction *>(QStringLiteral("newProgram"))->trigger();
    auto *editor = window.findChild<ProgramEditor *>();
    QVERIFY(editor && editor->isVisible());
    QCOMPARE(editor->program()->program.operations.size(), std::size_t{3});
    auto *prediction = editor->findChild<QLabel *>(QStringLiteral("programPrediction"));
    QTRY_VERIFY(prediction->text().startsWith(QStringLiteral("Predicted")));
    const QString single = prediction->text();
    add(*editor, "peer");
    add(*editor, "collective");
    QVERIFY2(editor->message().contains(QStringLiteral("no races")), qPrintable(editor->message()));
    QTRY_VERIFY(prediction->text().startsWith(QStringLiteral("Predicted")) && prediction->text() != single);

    // The peer copy reads what the kernel made, on the other stream: that races until an event orders it.
    auto *table = tableOf(*editor, "programOperations");
    const auto set = [table](int row, Column column, const char *text) {
        return table->model()->setData(table->model()->index(row, static_cast<int>(column)), QLatin1String(text));
    };
    QVERIFY(set(3, Column::Reads, "data"));
    QVERIFY(set(3, Column::Stream, "B"));
    QVERIFY2(editor->message().startsWith(QStringLiteral("⚠ Race")), qPrintable(editor->message()));
    QVERIFY(cell(table, 3, 0).startsWith(QStringLiteral("⚠")));
    shoot(*editor, "editor-two-devices-race.png");
    table->selectRow(1);
    add(*editor, "event_record");
    add(*editor, "event_wait");
    QVERIFY(set(3, Column::Stream, "B"));
    QVERIFY2(editor->message().contains(QStringLiteral("no races")), qPrintable(editor->message()));
    shoot(*editor, "editor-two-devices.png");

    const QString path = folder.filePath(QStringLiteral("two.json"));
    QVERIFY(window.saveTo(path));
    const Program built = editor->program()->program;
    MainWindow again;
    again.show();
    again.openFile(path);
    QCOMPARE(again.document().path(), path);
    QVERIFY(*again.document().preset().experiment.program() == built);
    again.findChild<QAction *>(QStringLiteral("run"))->trigger();
    QTRY_VERIFY(again.timeline()->state()->content() && !again.timeline()->state()->content()->isPrediction());
    const Timeline &timeline = again.timeline()->state()->content()->timeline();
    QCOMPARE(timeline.size(), built.operations.size());
    shoot(again, "two-devices-run.png");
}

QTEST_MAIN(ProgramEditorTest)
#include "tst_program_editor.moc"
