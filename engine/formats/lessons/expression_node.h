// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson_expression.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// A part of a parsed expression. Never changes.
struct LessonExpression::Node
{
    enum class Kind : std::uint8_t {
        Literal,
        Figure,  ///< of a run, or of a device: `name` begins with "device."
        Knob,    ///< of a run
        Measure, ///< a function over operations of a run
        Call,    ///< any other function
        Negative,
        Not,
        Arithmetic, ///< `name`: + - * /
        Comparison, ///< `name`: < <= > >= == !=
        And,
        Or,
        Conditional, ///< condition, then, else
    };

    Kind kind = Kind::Literal;
    LessonUnit unit = LessonUnit::Number;
    LessonValue literal;
    std::string run;  ///< of Figure, Knob and Measure; empty: the chosen device
    std::string name; ///< of the figure, knob, function or operator
    std::vector<std::string> filters;
    std::vector<std::shared_ptr<const Node>> parts;
    std::string text; ///< as written
};

/// Functions of numbers: min, max, abs, round, ratio, share, near.
enum class ExpressionCall : std::uint8_t { Min, Max, Abs, Round, Ratio, Share, Near };
/// @throws InputError that lists all functions.
ExpressionCall expressionCall(const std::string &name);

} // namespace streamscope
