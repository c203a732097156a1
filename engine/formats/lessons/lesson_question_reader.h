// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/formats/lessons/lesson_lines.h"

namespace streamscope {

/// Reads a question block. `here`: what its text may use; `all`: what its answer may use.
/// @throws InputError "line 12: what".
LessonQuestion readLessonQuestion(const RawLessonBlock &block, const LessonScope &here, const LessonScope &all);

/// Reads a task block. @throws InputError "line 12: what".
LessonTask readLessonTask(const RawLessonBlock &block, const Lesson &lesson, const LessonScope &here,
                          const LessonScope &all);

} // namespace streamscope
