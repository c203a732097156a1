// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/lessons/lesson_session.h"

#include <QGroupBox>

class QLabel;
class QVBoxLayout;

namespace streamscope {

/// A question with the widgets to answer it. When its runs have finished it shows what was answered, and no more.
class LessonQuestionView : public QGroupBox
{
    Q_OBJECT

public:
    /// Both must live longer than the view.
    LessonQuestionView(const LessonSession &session, const LessonQuestion &question, QWidget *parent = nullptr);

    const LessonQuestion &question() const { return m_question; }

Q_SIGNALS:
    void answered(const streamscope::LessonQuestion &question, const streamscope::GivenAnswer &answer);

private:
    void addChoices(QVBoxLayout *layout);
    void addNumber(QVBoxLayout *layout);
    void addBars(QVBoxLayout *layout);
    QString filled(const LessonText &text) const;

    const LessonSession &m_session;
    const LessonQuestion &m_question;
};

} // namespace streamscope
