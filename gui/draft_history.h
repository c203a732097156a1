// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/program_draft.h"

#include <QUndoStack>

namespace streamscope {

/// What was done to a draft, one step per edit, sound or not. The draft is not owned.
class DraftHistory : public QUndoStack
{
    Q_OBJECT

public:
    explicit DraftHistory(ProgramDraft &draft, QObject *parent = nullptr);

    /// The draft was edited; `text` says how, for the menu.
    void record(const QString &text);
    /// Another Program is in the draft: there is nothing to go back to.
    void restart();

Q_SIGNALS:
    /// Undo or redo put something else into the draft.
    void restored();

private:
    class Step;

    ProgramDraft &m_draft;
    ProgramDraft m_last; ///< as it was after the last step; shares its rows with the draft
};

} // namespace streamscope
