// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/program_editor.h"

#include "engine/executors/checks/program_checks.h"
#include "engine/program/errors.h"
#include "engine/program/order/hazards.h"
#include "gui/language/translated.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QSplitter>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

namespace {

/// What can be added by a click, as the files call it, and what its name does not say.
struct Addable
{
    const char *kind;
    const char *hint;
};

constexpr Addable addable[] = {{"h2d", nullptr},
                               {"kernel", nullptr},
                               {"d2h", nullptr},
                               {"d2d", nullptr},
                               {"peer", QT_TRANSLATE_NOOP("QObject", "copy between two devices")},
                               {"collective", QT_TRANSLATE_NOOP("QObject", "all-reduce over all devices")},
                               {"memset", nullptr},
                               {"event_record", nullptr},
                               {"event_wait", nullptr},
                               {"host_function", nullptr},
                               {"host_work", nullptr},
                               {"sync", nullptr},
                               {"alloc", nullptr},
                               {"free", nullptr}};

/// The operation that a problem names: "operations[3]" of a file, "operation 3" of a Program; −1 where it is none.
int operationIn(const QString &problem)
{
    static const QRegularExpression place(QStringLiteral("\\boperations?[\\[ ](\\d+)"));
    const auto match = place.match(problem);
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

/// The row that is visibly selected; −1 without one. (A table that gets the focus has a current row at once.)
int selectedRow(const QTableView *table)
{
    const QModelIndexList rows = table->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.first().row();
}

/// As wide as what is in them; where there is room left, the last one takes it.
void fitColumns(QTableView *table)
{
    QHeaderView *header = table->horizontalHeader();
    header->setStretchLastSection(false);
    table->resizeColumnsToContents();
    header->setStretchLastSection(header->length() < table->viewport()->width());
}

} // namespace

ProgramEditor::ProgramEditor(QWidget *parent)
    : QDialog(parent), m_history(new DraftHistory(m_draft, this)),
      m_operations(new DraftOperationsModel(m_draft, this)), m_streams(new DraftStreamsModel(m_draft, this)),
      m_buffers(new DraftBuffersModel(m_draft, this)), m_tools(new QToolBar(this)),
      m_operationTable(addTable("programOperations", m_operations)),
      m_streamTable(addTable("programStreams", m_streams)), m_bufferTable(addTable("programBuffers", m_buffers)),
      m_message(new QLabel(this)), m_prediction(new QLabel(this))
{
    setObjectName(QStringLiteral("programEditor"));
    setWindowTitle(tr("Program[*]"));
    resize(1180, 700);
    m_message->setObjectName(QStringLiteral("programMessage"));
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_prediction->setObjectName(QStringLiteral("programPrediction"));
    auto *below = new QSplitter(Qt::Horizontal, this);
    below->addWidget(m_streamTable);
    below->addWidget(m_bufferTable);
    below->setSizes({440, 740});
    auto *tables = new QSplitter(Qt::Vertical, this);
    tables->addWidget(m_operationTable);
    tables->addWidget(below);
    tables->setSizes({420, 180});
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_tools);
    layout->addWidget(tables, 1);
    layout->addWidget(m_prediction);
    layout->addWidget(m_message);
    buildTools();
    connectModels();
}

void ProgramEditor::connectModels()
{
    connect(m_operations, &DraftOperationsModel::edited, this, [this] { edited(tr("change an operation")); });
    connect(m_streams, &DraftStreamsModel::edited, this, [this] {
        m_operations->reset(); // they may name the stream
        edited(tr("change a stream"));
    });
    connect(m_buffers, &DraftBuffersModel::edited, this, [this] {
        m_operations->reset();
        edited(tr("change a buffer"));
    });
    connect(m_history, &DraftHistory::restored, this, [this] {
        showTables();
        publish();
    });
}

QTableView *ProgramEditor::addTable(const char *name, QAbstractItemModel *model)
{
    auto *table = new QTableView(this);
    table->setObjectName(QLatin1String(name));
    table->setModel(model);
    table->setItemDelegate(new ChoiceDelegate(table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false); // Tab leaves it; from an editor it goes on to the next cell
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
                           | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

QAction *ProgramEditor::addTool(const char *name, const QString &text, const std::function<void()> &does)
{
    QAction *action = m_tools->addAction(text);
    action->setObjectName(QLatin1String(name));
    connect(action, &QAction::triggered, this, does);
    return action;
}

/// A tool for the chosen operation; `edit` returns the row that is chosen afterwards.
void ProgramEditor::addRowTool(const char *name, const QString &text, const std::function<int(int)> &edit)
{
    addTool(name, text,
            [this, step = QString(text).remove(QLatin1Char('&')).toLower(), edit] { changeRow(step, edit); });
}

void ProgramEditor::buildTools()
{
    auto *button = new QToolButton(m_tools);
    button->setObjectName(QStringLiteral("addOperation"));
    button->setText(tr("&Add operation"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    for (const Addable &entry : addable) {
        const QString kind = QLatin1String(entry.kind);
        QAction *add = menu->addAction(
            entry.hint ? kind % QStringLiteral(" (") % QObject::tr(entry.hint) % QLatin1Char(')') : kind);
        add->setData(kind);
        connect(add, &QAction::triggered, this, [this, kind] { addOperation(kind); });
    }
    button->setMenu(menu);
    m_tools->addWidget(button);
    addRowTool("removeOperation", tr("&Remove"), [this](int row) {
        m_draft.removeOperation(row);
        return row;
    });
    addRowTool("duplicateOperation", tr("&Duplicate"), [this](int row) {
        m_draft.duplicateOperation(row);
        return row + 1;
    });
    addRowTool("moveUp", tr("Move &up"), [this](int row) { return m_draft.moveOperation(row, -1) ? row - 1 : row; });
    addRowTool("moveDown", tr("Move d&own"), [this](int row) { return m_draft.moveOperation(row, 1) ? row + 1 : row; });
    m_tools->addSeparator();
    addTool("addStream", tr("Add &stream"), [this] {
        m_draft.addStream();
        showTables();
        edited(tr("add a stream"));
    });
    addTool("removeStream", tr("Remove s&tream"), [this] {
        removeRow(m_streamTable, tr("remove a stream"), tr("Operations use this stream; give them another one first."),
                  [this](int row) { return m_draft.removeStream(row); });
    });
    addTool("addBuffer", tr("Add &buffer"), [this] {
        m_draft.addBuffer();
        showTables();
        edited(tr("add a buffer"));
    });
    addTool("removeBuffer", tr("Remove bu&ffer"), [this] {
        removeRow(m_bufferTable, tr("remove a buffer"), tr("Operations use this buffer; give them another one first."),
                  [this](int row) { return m_buffers->isListed(row) && m_draft.removeBuffer(row); });
    });
    m_tools->addSeparator();
    addHistoryTools();
}

/// Their labels stay short; what would be undone stands in the tool tips.
void ProgramEditor::addHistoryTools()
{
    QAction *undo = addTool("undoEdit", tr("U&ndo"), [this] { m_history->undo(); });
    QAction *redo = addTool("redoEdit", tr("R&edo"), [this] { m_history->redo(); });
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    for (QAction *action : {undo, redo})
        action->setEnabled(false);
    connect(m_history, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(m_history, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(m_history, &QUndoStack::undoTextChanged, undo,
            [undo](const QString &text) { undo->setToolTip(tr("Undo: %1").arg(text)); });
    connect(m_history, &QUndoStack::redoTextChanged, redo,
            [redo](const QString &text) { redo->setToolTip(tr("Redo: %1").arg(text)); });
}

void ProgramEditor::offer(const QList<QAction *> &actions)
{
    m_tools->addSeparator();
    m_tools->addActions(actions);
    addActions(actions); // their keys work in this window, too
}

/// Behind the chosen row, or at the end.
void ProgramEditor::addOperation(const QString &kind)
{
    const int current = selectedRow(m_operationTable);
    const int row = current < 0 ? m_draft.operationCount() : current + 1;
    const int added = m_draft.insertOperation(row, kind);
    showTables();
    m_operationTable->selectRow(row + added - 1);
    edited(tr("add %1").arg(kind));
}

void ProgramEditor::changeRow(const QString &text, const std::function<int(int)> &edit)
{
    const int current = selectedRow(m_operationTable);
    if (current < 0)
        return;
    const int next = edit(current);
    showTables();
    m_operationTable->selectRow(std::min(next, m_draft.operationCount() - 1));
    edited(text);
}

void ProgramEditor::removeRow(const QTableView *table, const QString &step, const QString &refusal,
                              const std::function<bool(int)> &remove)
{
    const int row = selectedRow(table);
    if (row < 0)
        return;
    if (!remove(row)) {
        showProblem(refusal);
        return;
    }
    showTables();
    edited(step);
}

void ProgramEditor::setProgram(const ProgramFile &file)
{
    try {
        m_draft.setProgram(file);
    } catch (const InputError &error) {
        showProblem(translated(error.what()));
        return;
    }
    m_history->restart();
    showTables();
    QString problem;
    m_program = m_draft.read(problem);
    setWindowTitle(tr("Program: %1[*]").arg(QString::fromStdString(file.program.title)));
    showState(problem);
    for (QTableView *table : {m_operationTable, m_streamTable, m_bufferTable})
        fitColumns(table);
}

void ProgramEditor::restoreRows(const QByteArray &rows)
{
    m_draft.setRows(rows);
    showTables();
    edited(tr("restore"));
}

/// A table takes it over when another cell becomes the current one.
void ProgramEditor::commitTyping()
{
    for (QTableView *table : {m_operationTable, m_streamTable, m_bufferTable})
        if (const QPersistentModelIndex typed = table->currentIndex(); table->isPersistentEditorOpen(typed)) {
            table->setCurrentIndex({});
            table->setCurrentIndex(typed);
        }
}

void ProgramEditor::edited(const QString &text)
{
    m_history->record(text);
    publish();
}

/// Called when the rows have changed.
void ProgramEditor::showTables()
{
    m_operations->reset();
    m_streams->reset();
}

void ProgramEditor::publish()
{
    QString problem;
    if (const auto program = m_draft.read(problem)) {
        m_program = program;
        showState({});
        for (QTableView *table : {m_operationTable, m_bufferTable})
            fitColumns(table);
        Q_EMIT programChanged(*m_program);
    } else {
        showState(problem);
        Q_EMIT unsound(m_draft.rows(), problem);
    }
}

void ProgramEditor::showState(const QString &problem)
{
    m_isSound = problem.isEmpty();
    m_buffers->reset(m_isSound ? m_program : nullptr);
    if (!m_isSound)
        showProblem(problem);
    else if (const QString misfit = deviceProblem(); !misfit.isEmpty())
        showProblem(misfit);
    else if (m_program)
        showRaces(m_program->program);
}

/// The Program is sound, but too large for the device; another device may run it.
QString ProgramEditor::deviceProblem() const
{
    if (!m_program || !m_device)
        return {};
    try {
        requireRunnable(m_program->program, *m_device, m_program->program.deviceCount());
        requireDeviceMemory(m_program->program, *m_device);
    } catch (const InputError &error) {
        return translated(error.what());
    } catch (const RunError &error) {
        return translated(error.what());
    }
    return {};
}

void ProgramEditor::setDevice(const DeviceInfo *device)
{
    if ((device ? device->id : std::string()) == (m_device ? m_device->id : std::string()))
        return;
    m_device = device ? std::optional(*device) : std::nullopt;
    if (m_isSound)
        showState({});
}

void ProgramEditor::showRaces(const Program &program)
{
    QHash<int, QString> marks;
    const std::vector<Race> races = findRaces(program);
    for (const Race &race : races)
        for (const std::int32_t operation : {race.first, race.second})
            marks.insert(operation, QString::fromStdString(raceText(program, race)));
    m_operations->setMarks(marks);
    m_message->setText(races.empty()
                           ? tr("%n operations, no races found.", nullptr, static_cast<int>(program.operations.size()))
                           : tr("⚠ Race: %1. %2")
                                 .arg(QString::fromStdString(raceText(program, races.front())),
                                      QString::fromStdString(missingWaitText(program, races.front()))));
}

/// Marks the row that the problem names, and the rows of races.
void ProgramEditor::showProblem(const QString &problem)
{
    QHash<int, QString> marks;
    if (const int row = operationIn(problem); row >= 0)
        marks.insert(row, problem);
    m_operations->setMarks(marks);
    m_message->setText(tr("✖ %1").arg(problem));
}

QString ProgramEditor::message() const
{
    return m_message->text();
}

void ProgramEditor::setPrediction(const QString &text, const QString &problem)
{
    m_prediction->setText(!text.isEmpty()      ? tr("Predicted: %1").arg(text)
                          : !problem.isEmpty() ? tr("No prediction: %1").arg(problem)
                                               : QString());
}

} // namespace streamscope
