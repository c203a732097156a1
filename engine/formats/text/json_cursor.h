// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace streamscope {

/// The place and the kind of an error in JSON.
struct JsonError : std::runtime_error
{
    JsonError(std::uint64_t where, const std::string &what) : std::runtime_error(what), offset(where) {}
    std::uint64_t offset; ///< bytes from the start of the text
};

/// Thrown at the end of the text in memory when the source has more text.
struct JsonNeedsMore
{};

/// A strict parser that walks over JSON in memory and builds no objects. It returns strings and numbers as their bytes,
/// and checks skipped values, too. It does not recurse; depth is limited all the same.
///
/// It accepts NaN and the infinities as numbers, which traces have and JSON has not; oddNumbers() counts them.
class JsonCursor
{
public:
    static constexpr std::size_t maximalDepth = 512;
    /// Bytes behind `end` that must be readable, with any content: strings are scanned in blocks of this size.
    static constexpr std::size_t padding = 16;

    /// Parses [begin, end), which has `padding` readable bytes behind it. `offset`: the position of `begin` in the
    /// whole text. At `end` the parser throws JsonError when the text is `final`, else JsonNeedsMore.
    JsonCursor(const char *begin, const char *end, std::uint64_t offset, bool final)
        : m_begin(begin), m_at(begin), m_end(end), m_offset(offset), m_final(final)
    {}

    const char *position() const { return m_at; }
    std::uint64_t offset() const { return m_offset + static_cast<std::uint64_t>(m_at - m_begin); }
    int oddNumbers() const { return m_oddNumbers; }

    /// The next byte that is no space, without consuming it.
    char peek()
    {
        skipSpace();
        return *m_at;
    }
    bool atEnd();              ///< only spaces are left; never throws JsonNeedsMore
    void expect(char c);       ///< consumes `c`; throws for any other byte
    bool consumeIf(char c);    ///< true when it was `c`
    std::string_view string(); ///< the bytes between the quotes, escapes included
    /// The bytes of a number, true, false or null.
    std::string_view scalar();
    /// The bytes of a string's contents, or of a scalar.
    std::string_view text() { return peek() == '"' ? string() : scalar(); }
    void skipValue();

    /// Calls f(key) for each member of the object; f must consume the value.
    template <typename F>
    void forEachMember(F f)
    {
        expect('{');
        if (consumeIf('}'))
            return;
        do {
            const std::string_view key = string();
            expect(':');
            f(key);
        } while (consumeIf(','));
        expect('}');
    }
    /// Calls f() for each element of the array; f must consume it.
    template <typename F>
    void forEachElement(F f)
    {
        expect('[');
        if (consumeIf(']'))
            return;
        do
            f();
        while (consumeIf(','));
        expect(']');
    }

    [[noreturn]] void fail(const std::string &what) const { throw JsonError(offset(), what); }

private:
    void skipSpace();
    [[noreturn]] void ended() const;
    [[noreturn]] void unexpected(const char *wanted) const;
    void skipEscape();
    std::string_view word();

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    std::uint64_t m_offset;
    bool m_final;
    int m_oddNumbers = 0;
};

/// Any bytes as valid UTF-8: invalid bytes become U+FFFD.
std::string decodeText(std::string_view text);

/// A JSON string's contents with its escapes resolved, as valid UTF-8: a lone surrogate or an invalid byte becomes
/// U+FFFD. Reads at most `limit` bytes of the contents.
std::string decodeJsonString(std::string_view contents, std::size_t limit = std::string_view::npos);

} // namespace streamscope
