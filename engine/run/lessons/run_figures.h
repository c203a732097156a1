// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson_value.h"
#include "engine/run/run_job.h"

#include <string>
#include <vector>

namespace streamscope {

/// One of lessonFigures() of a run.
LessonValue figureOfRun(const RunResult &result, const std::string &name);
/// One of lessonDeviceFigures().
LessonValue figureOfDevice(const DeviceInfo &device, const std::string &name);
/// One of lessonFunctions() over the operations that the filters mean. @throws RunError where none matches.
LessonValue measureOf(const RunResult &result, const std::string &function, const std::vector<std::string> &filters);

} // namespace streamscope
