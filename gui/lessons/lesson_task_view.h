// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/lessons/lesson_session.h"

#include <QGroupBox>

namespace streamscope {

/// "Change it": what to reach, a button that opens the knobs, and what the last run of the student says.
class LessonTaskView : public QGroupBox
{
    Q_OBJECT

public:
    /// Both must live longer than the view.
    LessonTaskView(const LessonSession &session, const LessonTask &task, QWidget *parent = nullptr);

    const LessonTask &task() const { return m_task; }

Q_SIGNALS:
    void knobsWanted(const streamscope::LessonTask &task);

private:
    QString knobsText() const;
    QString verdictMarkdown() const;

    const LessonSession &m_session;
    const LessonTask &m_task;
};

} // namespace streamscope
