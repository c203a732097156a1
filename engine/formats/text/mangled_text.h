// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/decimal.h"
#include "engine/formats/text/declared_type.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace streamscope {

/// A mangled name as it is read from left to right, with bounds on what reading it may cost.
class MangledText
{
public:
    /// The name is not understood, or asks for too much.
    struct TooHard
    {};

    explicit MangledText(std::string_view text) : m_text(text) {}

protected:
    /// One step deeper: nested types in hostile names go no deeper than this.
    class Level
    {
    public:
        explicit Level(int &depth) : m_depth(depth)
        {
            constexpr int deepest = 200;
            if (++m_depth > deepest)
                throw TooHard();
        }
        ~Level() { --m_depth; }
        Level(const Level &) = delete;
        Level &operator=(const Level &) = delete;

    private:
        int &m_depth;
    };

    char peek(std::size_t ahead = 0) const { return ahead < m_text.size() ? m_text[ahead] : '\0'; }
    bool take(std::string_view start)
    {
        if (!m_text.starts_with(start))
            return false;
        m_text.remove_prefix(start.size());
        return true;
    }
    void expect(std::string_view start)
    {
        if (!take(start))
            throw TooHard();
    }
    /// Text that was made is paid for, because a substitution repeats what it stands for.
    void pay(std::size_t bytes)
    {
        constexpr std::size_t most = std::size_t{1} << 20;
        m_made += bytes + 1;
        if (m_made > most)
            throw TooHard();
    }
    std::string paid(std::string text)
    {
        pay(text.size());
        return text;
    }
    DeclaredType paid(DeclaredType type)
    {
        pay(type.left.size() + type.right.size());
        return type;
    }
    std::size_t number()
    {
        std::size_t value = 0;
        if (!isDigit(peek()))
            throw TooHard();
        for (; isDigit(peek()) && value < 1'000'000; m_text.remove_prefix(1))
            value = 10 * value + static_cast<std::size_t>(peek() - '0');
        return value;
    }
    /// [number] _ counts from 0 for none.
    std::size_t sequence()
    {
        const std::size_t value = peek() == '_' ? 0 : number() + 1;
        expect("_");
        return value;
    }

    std::string_view m_text; ///< what is left
    int m_depth = 0;

private:
    std::size_t m_made = 0;
};

} // namespace streamscope
