// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/what_if/what_if_panel.h"

#include "gui/language/translated.h"
#include "gui/tables/table_columns.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/what_if/what_if_editor.h"
#include "gui/what_if/what_if_text.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

WhatIfPanel::WhatIfPanel(QWidget *parent)
    : QWidget(parent), m_kinds(new QComboBox), m_model(new WhatIfModel(this)), m_table(new QTableView),
      m_editor(new WhatIfEditor), m_summary(new QLabel), m_notes(new QLabel), m_range(new QLabel)
{
    setObjectName(QStringLiteral("whatIfPanel"));
    setFocusProxy(m_kinds);
    makeTable();
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeTools());
    column->addWidget(m_table, 1);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(left);
    splitter->addWidget(m_editor);
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({840, 360});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(splitter, 1);
    layout->addWidget(makeResult());
    updateTools();
}

QWidget *WhatIfPanel::makeTools()
{
    m_kinds->setObjectName(QStringLiteral("whatIfChanges"));
    m_kinds->setAccessibleName(tr("Change to add"));
    for (const Change *change : changes()) {
        m_kinds->addItem(translated(change->title()), QString::fromStdString(change->id()));
        m_kinds->setItemData(m_kinds->count() - 1, changeHelp(*change), Qt::ToolTipRole);
    }
    m_kinds->model()->sort(0);                                          // by the titles that one reads
    m_kinds->setCurrentIndex(m_kinds->findData(QStringLiteral("pin"))); // not one for jobs of several GPUs
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 2, 4, 0);
    row->setSpacing(4);
    row->addWidget(m_kinds);
    m_add = addTool(row, "whatIfAdd", tr("Add"), tr("Append this change to the list"), [this] { add(); });
    row->addSpacing(8);
    m_up = addTool(row, "whatIfUp", QStringLiteral("▲"), tr("Apply the change earlier"), [this] { moveRow(-1); });
    m_down = addTool(row, "whatIfDown", QStringLiteral("▼"), tr("Apply the change later"), [this] { moveRow(1); });
    m_remove = addTool(row, "whatIfRemove", tr("Remove"), tr("Take the change out of the list (Del)"),
                       [this] { removeRow(); });
    row->addSpacing(8);
    m_undo = addTool(row, "whatIfUndo", QStringLiteral("↶"), tr("Undo"),
                     [this] { m_controller->list()->undoStack()->undo(); });
    m_redo = addTool(row, "whatIfRedo", QStringLiteral("↷"), tr("Redo"),
                     [this] { m_controller->list()->undoStack()->redo(); });
    row->addStretch(1);
    m_range->setObjectName(QStringLiteral("whatIfRange"));
    row->addWidget(m_range);
    m_whole = addTool(row, "whatIfWhole", tr("Whole trace"), tr("Try the changes on the whole trace again"),
                      [this] { m_controller->setRange({}); });
    return bar;
}

QToolButton *WhatIfPanel::addTool(QHBoxLayout *row, const char *name, const QString &sign, const QString &text,
                                  const std::function<void()> &action)
{
    auto *button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(sign);
    button->setToolTip(text);
    button->setAccessibleName(text);
    connect(button, &QToolButton::clicked, this, action);
    row->addWidget(button);
    return button;
}

void WhatIfPanel::makeTable()
{
    m_table->setObjectName(QStringLiteral("whatIfTable"));
    m_table->setAccessibleName(tr("Changes"));
    m_table->setModel(m_model);
    makeReadable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    const int letter = fontMetrics().averageCharWidth();
    const auto widen = [this](WhatIfModel::Column column, int width) {
        m_table->setColumnWidth(column, std::max(width, m_table->horizontalHeader()->sectionSizeHint(column)));
    };
    widen(WhatIfModel::Change, 38 * letter);
    widen(WhatIfModel::Filter, 18 * letter);
    widen(WhatIfModel::Predicted, 12 * letter);
    widen(WhatIfModel::Gain, 10 * letter);
    auto *remove = new QAction(tr("Remove"), m_table);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, &WhatIfPanel::removeRow);
    m_table->addAction(remove);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { updateTools(); });
}

QWidget *WhatIfPanel::makeResult()
{
    m_summary->setObjectName(QStringLiteral("whatIfSummary"));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_summary->setWordWrap(true); // beside five buttons
    QFont bold = m_summary->font();
    bold.setBold(true);
    m_summary->setFont(bold);
    m_notes->setObjectName(QStringLiteral("whatIfNotes"));
    m_notes->setWordWrap(true);
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(8, 0, 4, 4);
    column->setSpacing(2);
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_summary, 1);
    m_show = addButton(row, "whatIfShow", tr("Show"), tr("Compare the time before with the time after the changes"),
                       &WhatIfPanel::showWanted);
    m_run = addButton(row, "whatIfRun", tr("Run"), {}, &WhatIfPanel::runWanted);
    m_save = addButton(row, "whatIfSave", tr("Save as program…"), tr("Save the changed program as a program file"),
                       &WhatIfPanel::saveWanted);
    m_edit = addButton(row, "whatIfEdit", tr("Edit as program"),
                       tr("Open the changed program as a document and edit its operations"), &WhatIfPanel::editWanted);
    m_copy = addButton(row, "whatIfCopy", tr("Copy command"), tr("Copy the command that predicts the same"),
                       &WhatIfPanel::copyWanted);
    column->addLayout(row);
    column->addWidget(m_notes);
    return box;
}

QPushButton *WhatIfPanel::addButton(QHBoxLayout *row, const char *name, const QString &text, const QString &help,
                                    void (WhatIfPanel::*wanted)())
{
    auto *button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(help);
    connect(button, &QPushButton::clicked, this, wanted);
    row->addWidget(button);
    return button;
}

void WhatIfPanel::setController(WhatIfController *controller)
{
    m_controller = controller;
    connect(controller, &WhatIfController::listReplaced, this, &WhatIfPanel::takeList);
    connect(controller, &WhatIfController::changed, this, &WhatIfPanel::takeTrial);
    takeList();
    controller->setActive(isVisible());
}

void WhatIfPanel::setDevice(const DeviceInfo *device)
{
    m_hasDevice = device != nullptr;
    m_run->setToolTip(device
                          ? tr("Run the changed program on %1, with stand-ins for the kernels of a trace, and compare")
                                .arg(QString::fromStdString(device->id))
                          : tr("Choose a device first"));
    updateTools();
}

void WhatIfPanel::takeList()
{
    WhatIfList *list = m_controller->list();
    m_model->setList(list);
    connect(list, &WhatIfList::changed, this, [this] { updateTools(); });
    selectRow(0);
    takeTrial();
}

void WhatIfPanel::takeTrial()
{
    const WhatIfTrial *trial = m_controller->trial();
    if (trial)
        m_model->setOutcomes(trial->rows);
    QString text = trial ? trialText(*trial) : tr("Predicting…");
    if (!m_controller->problem().isEmpty())
        text = QStringLiteral("⚠ ") + m_controller->problem();
    m_summary->setText(text);
    m_summary->setToolTip(text);
    const QString range = whatIfRangeText(m_controller->range());
    m_range->setText(range);
    m_whole->setVisible(!range.isEmpty());
    const QString notes = trial ? trialNotes(*trial).join(QLatin1Char(' ')) : m_notes->text();
    m_notes->setText(notes);
    m_notes->setVisible(!notes.isEmpty());
    updateTools();
}

void WhatIfPanel::add()
{
    m_controller->list()->add(*findChange(m_kinds->currentData().toString().toStdString()));
    selectRow(m_controller->list()->size() - 1);
}

void WhatIfPanel::moveRow(int by)
{
    const int row = currentRow();
    m_controller->list()->move(row, row + by);
    selectRow(row + by);
}

void WhatIfPanel::removeRow()
{
    const int row = currentRow();
    if (row < 0)
        return;
    m_controller->list()->remove(row);
    selectRow(std::min(row, m_controller->list()->size() - 1));
}

int WhatIfPanel::currentRow() const
{
    return m_table->currentIndex().row();
}

void WhatIfPanel::selectRow(int row)
{
    m_table->setCurrentIndex(m_model->index(row, 0));
    updateTools();
}

void WhatIfPanel::updateTools()
{
    WhatIfList *list = m_controller ? m_controller->list() : nullptr;
    if (list && currentRow() < 0 && m_model->rowCount() > 0) { // after undo; the model may know the list a moment later
        selectRow(m_model->rowCount() - 1);
        return;
    }
    const int row = list ? currentRow() : -1;
    m_editor->setRow(list, row);
    m_kinds->setEnabled(list != nullptr);
    m_add->setEnabled(list != nullptr);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < list->size());
    m_remove->setEnabled(row >= 0);
    QUndoStack *stack = list ? list->undoStack() : nullptr;
    m_undo->setEnabled(stack && stack->canUndo());
    m_redo->setEnabled(stack && stack->canRedo());
    m_undo->setToolTip(stack && stack->canUndo() ? tr("Undo: %1 (Ctrl+Z)").arg(stack->undoText()) : tr("Undo"));
    m_redo->setToolTip(stack && stack->canRedo() ? tr("Redo: %1 (Ctrl+Y)").arg(stack->redoText()) : tr("Redo"));
    const bool hasResult = m_controller && m_controller->trial() && m_controller->trial()->result;
    for (QPushButton *button : {m_show, m_save, m_edit, m_copy})
        button->setEnabled(hasResult);
    m_run->setEnabled(hasResult && m_hasDevice);
}

void WhatIfPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_controller)
        m_controller->setActive(true);
}

void WhatIfPanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (m_controller)
        m_controller->setActive(false);
}

} // namespace streamscope
