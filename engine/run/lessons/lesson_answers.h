// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace streamscope {

// What is right is computed from the runs: it may differ from device to device.

/// The choice whose condition holds, as an index into LessonQuestion::choices. @throws RunError where none or several
/// hold: the lesson does not fit this device.
std::size_t rightChoice(const LessonQuestion &question, const LessonFigureSource &figures);

struct NumberAnswer
{
    double value = 0;     ///< in the question's unit
    double tolerance = 0; ///< right within ±, in the question's unit
    std::string text;     ///< "6.02 ms"
};
NumberAnswer rightNumber(const LessonQuestion &question, const LessonFigureSource &figures);

/// "6.2 ms: right, it was 6.02 ms (within 10 %)".
struct NumberVerdict
{
    bool right = false;
    std::string text;
};
NumberVerdict judgeNumber(const LessonQuestion &question, double given, const LessonFigureSource &figures);

/// A number as a student types it: digits with a point or a comma, a sign, an exponent; blanks around it. Empty for
/// anything else.
std::optional<double> parseStudentsNumber(std::string_view text);

/// The right answer in one line, for sheets and the terminal.
std::string rightAnswerText(const LessonQuestion &question, const LessonFigureSource &figures);

} // namespace streamscope
