// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"

#include <string>

namespace streamscope {

/// Markdown with placeholders "{two.makespan | ms}" in the runs of `scope`. Code stays as it is, `\{` is a brace.
/// @throws InputError "line 12: what" for a placeholder that cannot be read.
LessonText parseLessonText(const std::string &markdown, int line, const LessonScope &scope);

/// The same for an expression. @throws InputError with the line.
LessonExpression parseLessonExpression(const std::string &text, int line, const LessonScope &scope);

/// An InputError for a line of a lesson.
[[noreturn]] void refuseLine(int line, const std::string &what);

} // namespace streamscope
