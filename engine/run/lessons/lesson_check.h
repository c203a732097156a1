// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/lessons/lesson.h"
#include "engine/run/lessons/lesson_figures.h"

#include <string>
#include <vector>

namespace streamscope {

/// Runs all runs of a lesson, in order.
LessonFigures runWholeLesson(const Lesson &lesson, Executor &chosen, const RunControl &control);

/// What is wrong with a lesson on the device where `figures` were measured, one sentence each with its line: a choice
/// question without exactly one right choice, an answer or a text that cannot be computed, a task that its start
/// fulfils already or that its solution does not. Runs the tasks. Empty where all is well.
std::vector<std::string> lessonFaults(const Lesson &lesson, const LessonFigures &figures, Executor &chosen,
                                      const RunControl &control);

} // namespace streamscope
