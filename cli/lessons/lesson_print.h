// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/run/lessons/lesson_figures.h"

#include <map>
#include <memory>
#include <string>

namespace streamscope {

/// The runs of the solutions of a lesson's tasks, by the task's name.
using SolvedTasks = std::map<std::string, std::shared_ptr<const RunResult>>;

/// Prints a lesson with its questions, runs, answers and solutions. All runs must have finished.
void printLesson(const Lesson &lesson, const LessonFigures &figures, const SolvedTasks &solved);

} // namespace streamscope
