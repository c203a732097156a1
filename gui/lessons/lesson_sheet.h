// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/run/lessons/lesson_figures.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// A lesson for paper. Both must live until the sheet is made.
struct SheetLesson
{
    const Lesson *lesson = nullptr;
    const LessonFigures *figures = nullptr; ///< for the student's sheet: of the device alone, nothing has run
    /// The runs of the tasks' solutions by the task's name: for the solutions only.
    std::map<std::string, std::shared_ptr<const RunResult>> solved;
};

/// The sheet for students as a PDF: texts, questions with room for the answers, empty timelines, tasks. What needs the
/// figures of a run is left out. Needs a QGuiApplication. `title`: of the class or of the only lesson.
QByteArray lessonSheet(const QString &title, const QString &introduction, const std::vector<SheetLesson> &lessons);

/// The same with the right answers, the timelines of the runs and a solution of each task. All runs must have finished.
QByteArray lessonSolutions(const QString &title, const QString &introduction, const std::vector<SheetLesson> &lessons);

} // namespace streamscope
