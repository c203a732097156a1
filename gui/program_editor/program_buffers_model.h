// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/program_editor/buffer_use.h"
#include "gui/program_editor/program_tables.h"

#include <memory>
#include <vector>

namespace streamscope {

/// The buffers of a draft. Listed buffers can be edited; the implicit buffers of operations follow them and cannot. The
/// last column shows how operations use each buffer.
class DraftBuffersModel : public DraftTableModel
{
    Q_OBJECT

public:
    explicit DraftBuffersModel(ProgramDraft &draft, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    /// The draft was changed from outside. `program` is its Program, or null when not sound; then the use is unknown.
    void reset(std::shared_ptr<const ProgramFile> program);
    bool isListed(int row) const { return row < m_draft.bufferCount(); }

protected:
    bool isEditable(int row, int column) const override;
    bool setText(int row, int column, const QString &text) override;

private:
    static constexpr int useColumn = ProgramDraft::bufferColumns;
    QString unlistedText(int row, int column) const;
    const Buffer *bufferAt(int row) const;

    std::shared_ptr<const ProgramFile> m_program;
    int m_rows = 0;
    std::vector<BufferUse> m_uses; ///< parallel to the Program's buffers, which begin with the listed ones
};

} // namespace streamscope
