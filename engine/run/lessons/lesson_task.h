// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/run/lessons/lesson_figures.h"

#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// The values with which a task begins: those of its run.
Parameters startOfTask(const Lesson &lesson, const LessonTask &task);
/// The same with the lesson's own solution.
Parameters solutionOfTask(const Lesson &lesson, const LessonTask &task);
/// The declarations of the knobs that may be changed, in the task's order.
std::vector<ParameterSpec> knobsOfTask(const Lesson &lesson, const LessonTask &task);

struct TaskVerdict
{
    bool done = false;
    /// Where not done: what is missing, one sentence each: "yours.efficiency is 71 %, and must be >= 95 %", "only these
    /// knobs may be changed: streams, chunks".
    std::vector<std::string> missing;
};

/// Whether the student's run does it. `figures` has the lesson's runs; the result is taken as studentsRun.
TaskVerdict judgeTask(const Lesson &lesson, const LessonTask &task, std::shared_ptr<const RunResult> result,
                      const LessonFigures &figures);

} // namespace streamscope
