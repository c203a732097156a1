// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/lessons/lesson_session.h"

#include <QGroupBox>

namespace streamscope {

/// What is right, beside what the student said, and why.
class LessonAnswerView : public QGroupBox
{
    Q_OBJECT

public:
    /// The runs of the question must have finished.
    LessonAnswerView(const LessonSession &session, const LessonAnswer &answer, QWidget *parent = nullptr);
};

} // namespace streamscope
