// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor.h"

#include "engine/program/errors.h"
#include "engine/program/hazards.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

namespace {

/// What can be added by a click; the others need buffers of several devices and come from files.
const QStringList &addable()
{
    static const QStringList kinds{
        QStringLiteral("h2d"),        QStringLiteral("kernel"),        QStringLiteral("d2h"),
        QStringLiteral("d2d"),        QStringLiteral("memset"),        QStringLiteral("event_record"),
        QStringLiteral("event_wait"), QStringLiteral("host_function"), QStringLiteral("host_work"),
        QStringLiteral("sync"),       QStringLiteral("alloc"),         QStringLiteral("free")};
    return kinds;
}

} // namespace

ProgramEditor::ProgramEditor(QWidget *parent)
    : QDialog(parent), m_operations(new DraftOperationsModel(m_draft, this)),
      m_streams(new DraftStreamsModel(m_draft, this)), m_tools(new QToolBar(this)),
      m_operationTable(addTable("programOperations", m_operations)),
      m_streamTable(addTable("programStreams", m_streams)), m_message(new QLabel(this)), m_prediction(new QLabel(this))
{
    setObjectName(QStringLiteral("programEditor"));
    setWindowTitle(tr("Program"));
    resize(1100, 640);
    m_message->setObjectName(QStringLiteral("programMessage"));
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_prediction->setObjectName(QStringLiteral("programPrediction"));
    auto *tables = new QSplitter(Qt::Vertical, this);
    tables->addWidget(m_operationTable);
    tables->addWidget(m_streamTable);
    tables->setSizes({420, 140});
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_tools);
    layout->addWidget(tables, 1);
    layout->addWidget(m_prediction);
    layout->addWidget(m_message);
    buildTools();
    connect(m_operations, &DraftOperationsModel::edited, this, &ProgramEditor::publish);
    connect(m_streams, &DraftStreamsModel::edited, this, [this] {
        m_operations->reset(); // they may name the stream
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
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
                           | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

void ProgramEditor::buildTools()
{
    auto *button = new QToolButton(m_tools);
    button->setObjectName(QStringLiteral("addOperation"));
    button->setText(tr("&Add operation"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    for (const QString &kind : addable())
        connect(menu->addAction(kind), &QAction::triggered, this, [this, kind] { addOperation(kind); });
    button->setMenu(menu);
    m_tools->addWidget(button);
    const auto tool = [this](const char *name, const QString &text, const std::function<int(int)> &edit) {
        QAction *action = m_tools->addAction(text);
        action->setObjectName(QLatin1String(name));
        connect(action, &QAction::triggered, this, [this, edit] { change(edit); });
    };
    tool("removeOperation", tr("&Remove"), [this](int row) {
        m_draft.removeOperation(row);
        return row;
    });
    tool("duplicateOperation", tr("&Duplicate"), [this](int row) {
        m_draft.duplicateOperation(row);
        return row + 1;
    });
    tool("moveUp", tr("Move &up"), [this](int row) { return m_draft.moveOperation(row, -1) ? row - 1 : row; });
    tool("moveDown", tr("Move d&own"), [this](int row) { return m_draft.moveOperation(row, 1) ? row + 1 : row; });
    m_tools->addSeparator();
    QAction *add = m_tools->addAction(tr("Add &stream"));
    add->setObjectName(QStringLiteral("addStream"));
    connect(add, &QAction::triggered, this, [this] {
        m_draft.addStream();
        m_streams->reset();
        publish();
    });
    QAction *remove = m_tools->addAction(tr("Remove s&tream"));
    remove->setObjectName(QStringLiteral("removeStream"));
    connect(remove, &QAction::triggered, this, [this] {
        const QModelIndex index = m_streamTable->currentIndex();
        if (!index.isValid())
            return;
        if (!m_draft.removeStream(index.row())) {
            showState(tr("Operations use this stream; give them another one first."));
            return;
        }
        m_streams->reset();
        publish();
    });
}

int ProgramEditor::currentRow() const
{
    return m_operationTable->currentIndex().isValid() ? m_operationTable->currentIndex().row() : -1;
}

/// Behind the current row, or at the end.
void ProgramEditor::addOperation(const QString &kind)
{
    const int row = currentRow() < 0 ? m_draft.operationCount() : currentRow() + 1;
    m_draft.insertOperation(row, kind);
    m_operations->reset();
    m_streams->reset();
    m_operationTable->selectRow(row);
    publish();
}

/// Changes the current row; `edit` returns the row that is current afterwards.
void ProgramEditor::change(const std::function<int(int)> &edit)
{
    if (currentRow() < 0)
        return;
    const int next = edit(currentRow());
    m_operations->reset();
    m_operationTable->selectRow(std::min(next, m_draft.operationCount() - 1));
    publish();
}

void ProgramEditor::setProgram(const ProgramFile &file)
{
    try {
        m_draft.setProgram(file);
    } catch (const InputError &error) {
        showState(QString::fromUtf8(error.what()));
        return;
    }
    m_operations->reset();
    m_streams->reset();
    QString problem;
    m_program = m_draft.read(problem);
    setWindowTitle(tr("Program: %1").arg(QString::fromStdString(file.program.title)));
    m_operationTable->resizeColumnsToContents();
    m_streamTable->resizeColumnsToContents();
    showState(problem);
}

void ProgramEditor::publish()
{
    QString problem;
    if (const auto program = m_draft.read(problem)) {
        m_program = program;
        showState({});
        m_operationTable->resizeColumnsToContents();
        Q_EMIT programChanged(*m_program);
    } else {
        showState(problem);
    }
}

void ProgramEditor::showState(const QString &problem)
{
    QHash<int, QString> marks;
    QString text = problem;
    if (problem.isEmpty() && m_program) {
        const Program &program = m_program->program;
        const std::vector<Race> races = findRaces(program);
        for (const Race &race : races)
            for (const std::int32_t operation : {race.first, race.second})
                marks.insert(operation, QString::fromStdString(raceText(program, race)));
        if (!races.empty())
            text = tr("⚠ Race: %1. %2")
                       .arg(QString::fromStdString(raceText(program, races.front())),
                            QString::fromStdString(missingWaitText(program, races.front())));
        else
            text = tr("%n operations, nothing races.", nullptr, static_cast<int>(program.operations.size()));
    } else if (!problem.isEmpty()) {
        text = tr("✖ %1").arg(problem);
    }
    m_operations->setMarks(marks);
    m_message->setText(text);
}

QString ProgramEditor::message() const
{
    return m_message->text();
}

void ProgramEditor::setPrediction(const QString &text)
{
    m_prediction->setText(text.isEmpty() ? QString() : tr("Predicted: %1").arg(text));
}

} // namespace streamscope
