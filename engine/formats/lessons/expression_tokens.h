// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson_value.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// Names begin with one.
constexpr bool isNameLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A word of an expression in a lesson.
struct ExpressionToken
{
    enum class Kind : std::uint8_t {
        Value, ///< a number with its unit, or a text in quotes
        Name,  ///< a name, dots included: "two.knob.streams"
        Sign,  ///< an operator, a bracket, a comma
        End,
    };
    Kind kind = Kind::End;
    std::string text;      ///< of a name or a sign
    LessonValue value;     ///< of a value
    std::size_t begin = 0; ///< in the expression, bytes
    std::size_t end = 0;

    bool is(std::string_view word) const { return (kind == Kind::Name || kind == Kind::Sign) && text == word; }
};

/// The words of `text`, with End as the last. @throws InputError naming what cannot be read.
std::vector<ExpressionToken> expressionTokens(std::string_view text);

} // namespace streamscope
