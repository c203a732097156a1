// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson_lines.h"
#include "engine/formats/lessons/lesson_reader.h"

#include <string>

namespace streamscope {

/// What all runs of a lesson have in common: the front matter.
struct LessonDefaults
{
    std::string key; ///< "preset", "experiment", "program" or "trace" of runs that name none; empty: none
    std::string value;
};

/// Reads a run block. @throws InputError "line 12: what".
LessonRun readLessonRun(const RawLessonBlock &block, const LessonDefaults &defaults, const ExperimentList &known,
                        const LessonFiles &files);

/// The name of a block: a letter, then letters, digits and underscores. @throws InputError with the line.
std::string blockName(const RawLessonBlock &block);

/// A device as lessons may name it: "cuda:0", "sim:h200". @throws InputError with the line.
std::string lessonDeviceId(const std::string &text, int line);

} // namespace streamscope
