// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/text/translatable.h"

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

namespace streamscope {

/// A whole sentence for people, with "%1" to "%9" for its arguments: Phrase("engine", "%1 waits for %2").arg(a, b).
///
/// What the engine says is English everywhere: it is written into reports and sessions, and comes from other processes
/// and other machines. The window knows these sentences again when it shows them, and says them in the user's language
/// (gui/language/): so a sentence must stand in one literal. lupdate finds it by the name of this class. The context is
/// "engine" for every one of them.
class Phrase
{
public:
    constexpr Phrase(const char * /*context*/, const char *text) : m_text(text) {}

    /// The text with its arguments: texts and integers, at most nine. How many digits a number has is up to the caller.
    template <typename... Arguments>
    std::string arg(const Arguments &...arguments) const
    {
        static_assert(sizeof...(arguments) <= 9);
        return filled({textOf(arguments)...});
    }

    operator std::string() const { return m_text; }

private:
    static std::string textOf(std::string_view text) { return std::string(text); }
    static std::string textOf(char character) { return std::string(1, character); }
    template <std::integral Number>
    static std::string textOf(Number number)
    {
        return std::to_string(number);
    }
    template <std::floating_point Number>
    static std::string textOf(Number number) = delete;
    std::string filled(std::initializer_list<std::string> arguments) const;

    const char *m_text;
};

} // namespace streamscope
