// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/program_editor/program_draft.h"

#include <QUndoStack>

namespace streamscope {

/// The undo history of a draft, one step per edit, also for edits that give no sound Program. Does not own the draft.
class DraftHistory : public QUndoStack
{
    Q_OBJECT

public:
    explicit DraftHistory(ProgramDraft &draft, QObject *parent = nullptr);

    /// Adds an edit of the draft; `text` names it in the menu.
    void record(const QString &text);
    /// Another Program is in the draft: clears the history.
    void restart();

Q_SIGNALS:
    /// Emitted when undo or redo changed the draft.
    void restored();

private:
    class Step;

    ProgramDraft &m_draft;
    ProgramDraft m_last; ///< the draft after the last step; shares its rows with the draft
};

} // namespace streamscope
