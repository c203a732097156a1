// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/json_cursor.h"

#include "engine/formats/text/decimal.h"
#include "engine/program/text/phrase.h"
#include "engine/program/utf8_character.h"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstdio>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace streamscope {

namespace {

/// What numbers and literals are made of, by byte.
constexpr std::array<bool, 256> wordBytes = [] {
    std::array<bool, 256> table{};
    for (int c = 'a'; c <= 'z'; ++c)
        table[static_cast<std::size_t>(c)] = table[static_cast<std::size_t>(c - 'a' + 'A')] = true;
    for (int c = '0'; c <= '9'; ++c)
        table[static_cast<std::size_t>(c)] = true;
    for (const unsigned char c : {'-', '+', '.', '_'})
        table[c] = true;
    return table;
}();

bool isWord(char c)
{
    return wordBytes[static_cast<unsigned char>(c)];
}
bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// The first byte from `at` on that ends or interrupts a string: a quote, a backslash or a control character. The
/// bytes at `end` may be looked at.
const char *endOfPlainText(const char *at, const char *end)
{
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1f);
    for (; at < end; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        const __m128i plain = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash));
        const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes);
        if (const int found = _mm_movemask_epi8(_mm_or_si128(plain, low)); found != 0)
            return std::min(at + std::countr_zero(static_cast<unsigned>(found)), end);
    }
    return end;
#else
    while (at < end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) > 0x1f)
        ++at;
    return at;
#endif
}

/// RFC 8259's number.
bool isNumber(std::string_view text)
{
    const char *at = text.data(), *end = at + text.size();
    const auto digits = [&] {
        const char *from = at;
        while (at < end && isDigit(*at))
            ++at;
        return at > from;
    };
    if (at < end && *at == '-')
        ++at;
    if (at < end && *at == '0')
        ++at;
    else if (!digits())
        return false;
    if (at < end && *at == '.' && (++at, !digits()))
        return false;
    if (at < end && (*at == 'e' || *at == 'E')) {
        ++at;
        if (at < end && (*at == '+' || *at == '-'))
            ++at;
        if (!digits())
            return false;
    }
    return at == end;
}

bool isOddNumber(std::string_view text)
{
    if (!text.empty() && (text[0] == '-' || text[0] == '+'))
        text.remove_prefix(1);
    constexpr std::array<std::string_view, 7> odd{"NaN", "nan", "Infinity", "infinity", "inf", "Inf", "INF"};
    return std::find(odd.begin(), odd.end(), text) != odd.end();
}

std::string shown(char c)
{
    if (c >= 0x20 && c < 0x7f)
        return std::string("'") + c + "'";
    char text[16];
    std::snprintf(text, sizeof text, "byte 0x%02x", static_cast<unsigned char>(c));
    return text;
}

} // namespace

void JsonCursor::ended() const
{
    if (!m_final)
        throw JsonNeedsMore{};
    throw JsonError(m_offset + static_cast<std::uint64_t>(m_end - m_begin),
                    QT_TRANSLATE_NOOP("engine", "the text ends too early"));
}

void JsonCursor::unexpected(const char *wanted) const
{
    if (m_at >= m_end)
        ended();
    fail(Phrase("engine", "%1 where %2 should be").arg(shown(*m_at), wanted));
}

void JsonCursor::skipSpace()
{
    // One space or none is the rule; runs of them come from indenting.
    if (m_at<m_end && * m_at> ' ')
        return;
    while (m_at < m_end && isSpace(*m_at))
        ++m_at;
    if (m_at >= m_end)
        ended();
}

bool JsonCursor::atEnd()
{
    while (m_at < m_end && isSpace(*m_at))
        ++m_at;
    return m_at >= m_end;
}

void JsonCursor::expect(char c)
{
    if (peek() != c) {
        const char wanted[] = {'\'', c, '\'', 0};
        unexpected(wanted);
    }
    ++m_at;
}

bool JsonCursor::consumeIf(char c)
{
    if (peek() != c)
        return false;
    ++m_at;
    return true;
}

void JsonCursor::skipEscape()
{
    if (m_end - m_at < 2)
        ended();
    const char kind = m_at[1];
    if (kind == 'u') {
        if (m_end - m_at < 6)
            ended();
        for (int i = 2; i < 6; ++i)
            if (const char c = m_at[i]; !isDigit(c) && !((c | 0x20) >= 'a' && (c | 0x20) <= 'f'))
                fail(QT_TRANSLATE_NOOP("engine", "an escape in a string that is not \\uXXXX"));
        m_at += 6;
    } else if (std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos) {
        m_at += 2;
    } else {
        fail(QT_TRANSLATE_NOOP("engine", "an escape in a string that JSON does not have"));
    }
}

std::string_view JsonCursor::string()
{
    if (peek() != '"')
        unexpected("a string");
    const char *const first = ++m_at;
    for (;;) {
        m_at = endOfPlainText(m_at, m_end);
        if (m_at >= m_end)
            ended();
        if (*m_at == '"')
            return {first, static_cast<std::size_t>(m_at++ - first)};
        if (*m_at != '\\')
            fail(QT_TRANSLATE_NOOP("engine", "a control character in a string"));
        skipEscape();
    }
}

std::string_view JsonCursor::word()
{
    const char *const first = m_at;
    while (m_at < m_end && isWord(*m_at))
        ++m_at;
    if (m_at >= m_end && !m_final)
        ended(); // it may go on
    return {first, static_cast<std::size_t>(m_at - first)};
}

std::string_view JsonCursor::scalar()
{
    const char first = peek();
    const char *const from = m_at;
    const std::string_view text = word();
    if ((isDigit(first) || first == '-') && isNumber(text))
        return text;
    if (text == "true" || text == "false" || text == "null")
        return text;
    if (isOddNumber(text)) {
        ++m_oddNumbers;
        return text;
    }
    m_at = from;
    unexpected("a value");
}

void JsonCursor::skipValue()
{
    std::bitset<maximalDepth> isObject; // of the values around this one
    std::size_t depth = 0;
    for (;;) {
        const char c = peek();
        if (c == '"') {
            string();
        } else if (c == '{' || c == '[') {
            if (depth == maximalDepth)
                fail(Phrase("engine", "nested deeper than %1 levels").arg(maximalDepth));
            ++m_at;
            isObject[depth++] = c == '{';
            if (!consumeIf(c == '{' ? '}' : ']')) {
                if (c == '{') {
                    string();
                    expect(':');
                }
                continue;
            }
            --depth;
        } else {
            scalar();
        }
        for (;;) { // behind a value
            if (depth == 0)
                return;
            if (consumeIf(',')) {
                if (isObject[depth - 1]) {
                    string();
                    expect(':');
                }
                break;
            }
            --depth;
            expect(isObject[depth] ? '}' : ']');
        }
    }
}

namespace {

void appendCodePoint(std::string &out, std::uint32_t code)
{
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (code & 0x3f));
    } else {
        out += static_cast<char>(0xf0 | (code >> 18));
        out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (code & 0x3f));
    }
}

constexpr std::uint32_t noCharacter = 0xfffd;

/// The four digits behind "\\u" at `at`, or noCharacter.
std::uint32_t hexAt(std::string_view text, std::size_t at)
{
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u')
        return noCharacter;
    std::uint32_t value = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
        const char c = text[i];
        value = value * 16 + static_cast<std::uint32_t>(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

/// Appends the escape at `at` and returns the place behind it.
std::size_t appendEscape(std::string &out, std::string_view text, std::size_t at)
{
    if (at + 1 >= text.size())
        return text.size(); // cut by the limit
    switch (text[at + 1]) {
    case 'n':
        out += '\n';
        return at + 2;
    case 't':
        out += '\t';
        return at + 2;
    case 'r':
    case 'b':
    case 'f':
        out += ' ';
        return at + 2;
    case 'u':
        break;
    default:
        out += text[at + 1];
        return at + 2;
    }
    const std::uint32_t code = hexAt(text, at);
    if (code >= 0xd800 && code < 0xdc00) {
        const std::uint32_t low = hexAt(text, at + 6);
        if (low >= 0xdc00 && low < 0xe000) {
            appendCodePoint(out, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
            return at + 12;
        }
    }
    appendCodePoint(out, code >= 0xd800 && code < 0xe000 ? noCharacter : code);
    return std::min(at + 6, text.size());
}

std::string decoded(std::string_view text, bool escapes)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (escapes && text[at] == '\\') {
            at = appendEscape(out, text, at);
        } else if (const std::size_t bytes = firstUtf8Character(text.substr(at)).bytes; bytes > 0) {
            out.append(text, at, bytes);
            at += bytes;
        } else {
            appendCodePoint(out, noCharacter);
            ++at;
        }
    }
    return out;
}

} // namespace

std::string decodeJsonString(std::string_view contents, std::size_t limit)
{
    return decoded(contents.substr(0, limit), true);
}

std::string decodeText(std::string_view text)
{
    return decoded(text, false);
}

} // namespace streamscope
