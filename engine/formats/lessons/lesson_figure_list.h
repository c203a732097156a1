// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A figure that lessons may use, by its name behind the run's: "two.makespan".
struct LessonFigure
{
    std::string_view name;
    LessonUnit unit;
    std::string_view definition; ///< one sentence, also in docs/lessons.md
};

/// Figures of a run.
const std::vector<LessonFigure> &lessonFigures();
/// Figures of a device, behind "device." or "two.device.".
const std::vector<LessonFigure> &lessonDeviceFigures();

/// A function over the operations of a run: "start(two, \"K 0\")".
struct LessonFunction
{
    std::string_view name;
    int filters; ///< that it takes behind the run
    LessonUnit unit;
    std::string_view definition;
};
const std::vector<LessonFunction> &lessonFunctions();

/// Null where there is none of this name.
const LessonFigure *findLessonFigure(std::string_view name);
const LessonFigure *findLessonDeviceFigure(std::string_view name);
const LessonFunction *findLessonFunction(std::string_view name);

} // namespace streamscope
