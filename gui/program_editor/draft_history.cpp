// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/draft_history.h"

#include <QUndoCommand>

#include <utility>

namespace streamscope {

class DraftHistory::Step : public QUndoCommand
{
public:
    Step(DraftHistory &history, ProgramDraft before, ProgramDraft after, const QString &text)
        : QUndoCommand(text), m_history(history), m_before(std::move(before)), m_after(std::move(after))
    {}

    void undo() override { restore(m_before); }
    void redo() override
    {
        if (m_done) // the first time it was done by hand
            restore(m_after);
        m_done = true;
    }

private:
    void restore(const ProgramDraft &draft)
    {
        m_history.m_draft = m_history.m_last = draft;
        Q_EMIT m_history.restored();
    }

    DraftHistory &m_history;
    ProgramDraft m_before, m_after;
    bool m_done = false;
};

DraftHistory::DraftHistory(ProgramDraft &draft, QObject *parent) : QUndoStack(parent), m_draft(draft), m_last(draft) {}

void DraftHistory::record(const QString &text)
{
    push(new Step(*this, m_last, m_draft, text));
    m_last = m_draft;
}

void DraftHistory::restart()
{
    clear();
    m_last = m_draft;
}

} // namespace streamscope
