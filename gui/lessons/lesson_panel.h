// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/lessons/lesson_session.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace streamscope {

/// A lesson to read, answer and run. It shows a LessonSession and changes none: what the user does arrives as signals.
class LessonPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LessonPanel(QWidget *parent = nullptr);

    /// Shows the lesson from its beginning; null: none. It must live until another one is set. `number`: among the
    /// built-in ones, from 1; 0: none of them. `count`: of those.
    void setSession(const LessonSession *session, int number = 0, int count = 0);
    /// Something ran or was judged: shows it in the place where the user reads.
    void refresh();
    /// The runs of an earlier start are there: shows the lesson from its beginning.
    void showAll();
    /// A task was judged: brings it into sight.
    void showTask(const LessonTask &task);
    /// The answers changed: whether the next step may run.
    void updateStep();
    /// Where the lesson runs: "sim:h200".
    void setDevice(const QString &device);
    void setRunning(bool runs);
    void setProgress(int done, int total, const QString &what);
    /// Empty: none.
    void setProblem(const QString &problem);

    QSize sizeHint() const override { return {380, 600}; }

Q_SIGNALS:
    void answered(const streamscope::LessonQuestion &question, const streamscope::GivenAnswer &answer);
    void runWanted();
    void cancelWanted();
    /// A finished run of the lesson, to look at.
    void showWanted(const streamscope::LessonRun &run);
    void knobsWanted(const streamscope::LessonTask &task);
    void restartWanted();
    void sheetWanted();
    /// −1: the lesson before, 1: the next one.
    void stepWanted(int step);

private:
    QWidget *makeFoot();
    void fill();
    void add(const LessonText &text);
    void add(const LessonRun &run);
    void add(const LessonQuestion &question);
    void add(const LessonAnswer &answer);
    void add(const LessonTask &task);
    void addStep();
    void addEnd();
    QString filled(const LessonText &text) const;

    const LessonSession *m_session = nullptr;
    int m_number = 0, m_count = 0;
    bool m_runs = false;
    QLabel *m_title, *m_device, *m_problem;
    QScrollArea *m_scroll;
    QPushButton *m_former, *m_next, *m_sheet, *m_restart;
    QVBoxLayout *m_blocks = nullptr; ///< of what is shown
    // Of the step that waits to run; null where none does.
    QPushButton *m_run = nullptr, *m_cancel = nullptr;
    QLabel *m_anyway = nullptr, *m_what = nullptr;
    QProgressBar *m_progress = nullptr;
};

} // namespace streamscope
