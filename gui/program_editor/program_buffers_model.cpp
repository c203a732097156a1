// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/program_buffers_model.h"

#include "gui/program_editor/program_draft_rows.h"

#include <QFont>

#include <algorithm>
#include <utility>

namespace streamscope {

using BufferColumn = ProgramDraft::BufferColumn;

DraftBuffersModel::DraftBuffersModel(ProgramDraft &draft, QObject *parent)
    : DraftTableModel(draft, {tr("Buffer"), tr("Where"), tr("Device"), tr("Memory"), tr("Size"), tr("Use")}, parent)
{}

int DraftBuffersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

const Buffer *DraftBuffersModel::bufferAt(int row) const
{
    return m_program && static_cast<std::size_t>(row) < m_uses.size()
               ? &m_program->program.buffers[static_cast<std::size_t>(row)]
               : nullptr;
}

QString DraftBuffersModel::unlistedText(int row, int column) const
{
    const Buffer &buffer = *bufferAt(row);
    const bool host = buffer.place == BufferPlace::Host;
    switch (static_cast<BufferColumn>(column)) {
    case BufferColumn::Id:
        return QString::fromStdString(buffer.id);
    case BufferColumn::Place:
        return host ? QStringLiteral("host") : QStringLiteral("device");
    case BufferColumn::Device:
        return host ? QString() : QString::number(buffer.device);
    case BufferColumn::Memory:
        return host ? QString::fromUtf8(hostMemoryName(buffer.hostMemory)) : QString();
    case BufferColumn::Size:
        return draft::sizeText(static_cast<qint64>(buffer.bytes));
    }
    return {};
}

QVariant DraftBuffersModel::data(const QModelIndex &index, int role) const
{
    const int row = index.row(), column = index.column();
    const Buffer *buffer = bufferAt(row);
    const BufferUse use = buffer ? m_uses[static_cast<std::size_t>(row)] : BufferUse();
    if (role == Qt::DisplayRole || role == Qt::EditRole) {
        if (column == useColumn)
            return buffer ? use.text(buffer->place) : QString();
        return isListed(row) ? m_draft.bufferText(row, static_cast<BufferColumn>(column)) : unlistedText(row, column);
    }
    if (role == Qt::ToolTipRole && !isListed(row))
        return tr("Its operation names no buffer and so has this one for itself. Write a name under Reads or Writes to "
                  "have one that others use, too.");
    if (role == Qt::ToolTipRole && buffer)
        return use.reason(buffer->place);
    if (role == Qt::FontRole && !isListed(row)) {
        QFont font;
        font.setItalic(true);
        return font;
    }
    if (role == choicesRole && isListed(row) && column != useColumn)
        return ProgramDraft::bufferChoices(static_cast<BufferColumn>(column));
    return {};
}

bool DraftBuffersModel::isEditable(int row, int column) const
{
    return isListed(row) && column != useColumn && m_draft.hasBufferCell(row, static_cast<BufferColumn>(column));
}

bool DraftBuffersModel::setText(int row, int column, const QString &text)
{
    return m_draft.setBufferText(row, static_cast<BufferColumn>(column), text);
}

void DraftBuffersModel::reset(std::shared_ptr<const ProgramFile> program)
{
    m_program = std::move(program);
    m_uses = m_program ? bufferUses(m_program->program) : std::vector<BufferUse>();
    const int rows = std::max(m_draft.bufferCount(), static_cast<int>(m_uses.size()));
    if (rows == m_rows && rows > 0) { // who is at work in the table keeps the place
        Q_EMIT dataChanged(index(0, 0), index(rows - 1, useColumn));
        return;
    }
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

} // namespace streamscope
