// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace streamscope {

/// Where JSON is broken, and how.
struct JsonError : std::runtime_error
{
    JsonError(std::uint64_t where, const std::string &what) : std::runtime_error(what), offset(where) {}
    std::uint64_t offset; ///< bytes from the start of the text
};

/// The text ends here, but there is more of it to read.
struct JsonNeedsMore
{};

/// Walks over JSON in memory, strictly, without building anything: strings and numbers are handed out as the bytes that
/// stand there. What is passed over is checked all the same. Never recursive, so depth costs nothing but is limited.
///
/// Two things are let through that JSON does not have and traces do: NaN and the infinities as numbers
/// (oddNumbers() counts them).
class JsonCursor
{
public:
    static constexpr std::size_t maximalDepth = 512;
    /// Readable bytes behind `end` that strings are scanned over, whatever they hold.
    static constexpr std::size_t padding = 16;

    /// [begin, end) with `padding` readable bytes behind it. `offset` is where `begin` lies in the whole text. Where
    /// the text ends: JsonNeedsMore is thrown unless it is `final`, then JsonError.
    JsonCursor(const char *begin, const char *end, std::uint64_t offset, bool final)
        : m_begin(begin), m_at(begin), m_end(end), m_offset(offset), m_final(final)
    {}

    const char *position() const { return m_at; }
    std::uint64_t offset() const { return m_offset + static_cast<std::uint64_t>(m_at - m_begin); }
    int oddNumbers() const { return m_oddNumbers; }

    /// The next byte that is no space, not consumed.
    char peek()
    {
        skipSpace();
        return *m_at;
    }
    bool atEnd();              ///< no byte is left but spaces; never throws JsonNeedsMore
    void expect(char c);       ///< consumes exactly this
    bool consumeIf(char c);    ///< true when it was there
    std::string_view string(); ///< what stands between the quotes, escapes and all
    /// A number, true, false or null, as it stands.
    std::string_view scalar();
    /// A string's contents, or a scalar as it stands.
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

/// Text from anywhere as valid UTF-8: stray bytes become U+FFFD.
std::string decodeText(std::string_view text);

/// The characters that a JSON string's contents mean, as valid UTF-8: what is no character (a lone surrogate, a stray
/// byte) becomes U+FFFD. At most `limit` bytes of the contents are looked at.
std::string decodeJsonString(std::string_view contents, std::size_t limit = std::string_view::npos);

} // namespace streamscope
