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

OperationColumn operationColumn(const QModelIndex &index)
{
    return static_cast<OperationColumn>(index.column());
}

StreamColumn streamColumn(const QModelIndex &index)
{
    return static_cast<StreamColumn>(index.column());
}

} // namespace

DraftOperationsModel::DraftOperationsModel(ProgramDraft &draft, QObject *parent)
    : QAbstractTableModel(parent), m_draft(draft)
{}

int DraftOperationsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_draft.operationCount();
}

int DraftOperationsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ProgramDraft::operationColumns;
}

QVariant DraftOperationsModel::data(const QModelIndex &index, int role) const
{
    const auto mark = m_marks.constFind(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: {
        const QString text = m_draft.operationText(index.row(), operationColumn(index));
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
        return index.isValid() && m_draft.hasCell(index.row(), operationColumn(index))
                   ? QVariant()
                   : QPalette().brush(QPalette::PlaceholderText);
    case choicesRole:
        return m_draft.operationChoices(index.row(), operationColumn(index));
    default:
        return {};
    }
}

QVariant DraftOperationsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section;
    const QStringList names{tr("Operation"), tr("Name"),  tr("Stream"),        tr("Device"), tr("What"),
                            tr("Size"),      tr("Work"),  tr("Duration (µs)"), tr("Grid"),   tr("Memory"),
                            tr("Event"),     tr("Reads"), tr("Writes")};
    return names.value(section);
}

Qt::ItemFlags DraftOperationsModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && m_draft.hasCell(index.row(), operationColumn(index)) ? flags | Qt::ItemIsEditable : flags;
}

bool DraftOperationsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || value.toString() == data(index, Qt::EditRole).toString()
        || !m_draft.setOperationText(index.row(), operationColumn(index), value.toString()))
        return false;
    Q_EMIT dataChanged(this->index(index.row(), 0), this->index(index.row(), columnCount() - 1));
    Q_EMIT edited();
    return true;
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

DraftStreamsModel::DraftStreamsModel(ProgramDraft &draft, QObject *parent) : QAbstractTableModel(parent), m_draft(draft)
{}

int DraftStreamsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_draft.streamCount();
}

int DraftStreamsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ProgramDraft::streamColumns;
}

QVariant DraftStreamsModel::data(const QModelIndex &index, int role) const
{
    if (role == choicesRole)
        return ProgramDraft::streamChoices(streamColumn(index));
    return role == Qt::DisplayRole || role == Qt::EditRole
               ? QVariant(m_draft.streamText(index.row(), streamColumn(index)))
               : QVariant();
}

QVariant DraftStreamsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation == Qt::Vertical)
        return {};
    return QStringList{tr("Stream"), tr("Kind"), tr("Flags"), tr("Priority"), tr("Device")}.value(section);
}

Qt::ItemFlags DraftStreamsModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsEditable : flags;
}

bool DraftStreamsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || value.toString() == data(index, Qt::EditRole).toString()
        || !m_draft.setStreamText(index.row(), streamColumn(index), value.toString()))
        return false;
    Q_EMIT dataChanged(index, index);
    Q_EMIT edited();
    return true;
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
