// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/program_tables.h"

#include <QComboBox>
#include <QFont>
#include <QPalette>

#include <utility>

namespace streamscope {

namespace {

using OperationColumn = ProgramDraft::OperationColumn;
using StreamColumn = ProgramDraft::StreamColumn;

OperationColumn operationColumn(int column)
{
    return static_cast<OperationColumn>(column);
}

} // namespace

DraftTableModel::DraftTableModel(ProgramDraft &draft, QStringList titles, QObject *parent)
    : QAbstractTableModel(parent), m_draft(draft), m_titles(std::move(titles))
{}

int DraftTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
}

QVariant DraftTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return role == Qt::DisplayRole && orientation == Qt::Horizontal ? QVariant(m_titles.value(section)) : QVariant();
}

Qt::ItemFlags DraftTableModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && isEditable(index.row(), index.column()) ? flags | Qt::ItemIsEditable : flags;
}

bool DraftTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)
        || value.toString() == data(index, Qt::EditRole).toString()
        || !setText(index.row(), index.column(), value.toString()))
        return false;
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCount() - 1));
    Q_EMIT edited();
    return true;
}

DraftOperationsModel::DraftOperationsModel(ProgramDraft &draft, QObject *parent)
    : DraftTableModel(draft,
                      {tr("Operation"), tr("Name"), tr("Stream"), tr("Device"), tr("What"), tr("Size"), tr("Work"),
                       tr("Duration (µs)"), tr("Grid"), tr("Memory"), tr("Event"), tr("Reads"), tr("Writes"),
                       tr("Thread")},
                      parent)
{}

int DraftOperationsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_draft.operationCount();
}

QVariant DraftOperationsModel::data(const QModelIndex &index, int role) const
{
    const auto mark = m_marks.constFind(index.row());
    const OperationColumn column = operationColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: {
        const QString text = m_draft.operationText(index.row(), column);
        // The sign is not the colour's alone: a mark stands in front of the name, too.
        const bool marked = role == Qt::DisplayRole && mark != m_marks.cend() && index.column() == 0;
        return marked ? QVariant(QStringLiteral("⚠ ") + text) : QVariant(text);
    }
    case Qt::ToolTipRole:
        return mark == m_marks.cend() ? QVariant() : QVariant(*mark);
    case Qt::FontRole:
        if (mark != m_marks.cend()) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::ForegroundRole: // what follows from elsewhere
        return index.isValid() && m_draft.hasCell(index.row(), column) ? QVariant()
                                                                       : QPalette().brush(QPalette::PlaceholderText);
    case choicesRole:
        return m_draft.operationChoices(index.row(), column);
    default:
        return {};
    }
}

QVariant DraftOperationsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return role == Qt::DisplayRole && orientation == Qt::Vertical
               ? QVariant(section)
               : DraftTableModel::headerData(section, orientation, role);
}

bool DraftOperationsModel::isEditable(int row, int column) const
{
    return m_draft.hasCell(row, operationColumn(column));
}

bool DraftOperationsModel::setText(int row, int column, const QString &text)
{
    return m_draft.setOperationText(row, operationColumn(column), text);
}

void DraftOperationsModel::reset()
{
    beginResetModel();
    m_marks.clear();
    endResetModel();
}

void DraftOperationsModel::setMarks(QHash<int, QString> marks)
{
    m_marks = std::move(marks);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

DraftStreamsModel::DraftStreamsModel(ProgramDraft &draft, QObject *parent)
    : DraftTableModel(draft, {tr("Stream"), tr("Kind"), tr("Flags"), tr("Priority"), tr("Device")}, parent)
{}

int DraftStreamsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_draft.streamCount();
}

QVariant DraftStreamsModel::data(const QModelIndex &index, int role) const
{
    const auto column = static_cast<StreamColumn>(index.column());
    if (role == choicesRole)
        return ProgramDraft::streamChoices(column);
    return role == Qt::DisplayRole || role == Qt::EditRole ? QVariant(m_draft.streamText(index.row(), column))
                                                           : QVariant();
}

bool DraftStreamsModel::setText(int row, int column, const QString &text)
{
    return m_draft.setStreamText(row, static_cast<StreamColumn>(column), text);
}

void DraftStreamsModel::reset()
{
    beginResetModel();
    endResetModel();
}

QWidget *ChoiceDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                                      const QModelIndex &index) const
{
    const QStringList choices = index.data(choicesRole).toStringList();
    if (choices.isEmpty())
        return QStyledItemDelegate::createEditor(parent, option, index);
    auto *box = new QComboBox(parent);
    box->addItems(choices);
    // A choice counts at once, not when the cell loses the focus.
    connect(box, &QComboBox::activated, this, [this, box] {
        auto *self = const_cast<ChoiceDelegate *>(this);
        Q_EMIT self->commitData(box);
        Q_EMIT self->closeEditor(box);
    });
    return box;
}

void ChoiceDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const
{
    if (auto *box = qobject_cast<QComboBox *>(editor))
        box->setCurrentText(index.data(Qt::EditRole).toString());
    else
        QStyledItemDelegate::setEditorData(editor, index);
}

void ChoiceDelegate::setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const
{
    if (auto *box = qobject_cast<QComboBox *>(editor))
        model->setData(index, box->currentText());
    else
        QStyledItemDelegate::setModelData(editor, model, index);
}

} // namespace streamscope
