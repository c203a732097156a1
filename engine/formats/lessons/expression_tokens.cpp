// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/expression_tokens.h"

#include "engine/formats/text/decimal.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace streamscope {

namespace {

struct UnitName
{
    std::string_view name;
    LessonUnit unit;
    double factor;
};
/// Longer names stand before their beginnings.
constexpr std::array<UnitName, 15> unitNames{{{"GB/s", LessonUnit::Rate, 1},
                                              {"KiB", LessonUnit::Bytes, 1024},
                                              {"MiB", LessonUnit::Bytes, 1048576},
                                              {"GiB", LessonUnit::Bytes, 1073741824},
                                              {"kB", LessonUnit::Bytes, 1e3},
                                              {"MB", LessonUnit::Bytes, 1e6},
                                              {"GB", LessonUnit::Bytes, 1e9},
                                              {"ns", LessonUnit::Time, 1},
                                              {"us", LessonUnit::Time, 1e3},
                                              {"µs", LessonUnit::Time, 1e3},
                                              {"ms", LessonUnit::Time, 1e6},
                                              {"%", LessonUnit::Share, 0.01},
                                              {"B", LessonUnit::Bytes, 1},
                                              {"s", LessonUnit::Time, 1e9},
                                              {"", LessonUnit::Number, 1}}};

constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Scanner
{
public:
    explicit Scanner(std::string_view text) : m_text(text) {}

    ExpressionToken next()
    {
        while (m_at < m_text.size() && isBlank(m_text[m_at]))
            ++m_at;
        ExpressionToken token;
        token.begin = m_at;
        if (m_at < m_text.size())
            scan(token);
        token.end = m_at;
        return token;
    }

private:
    char at(std::size_t offset = 0) const { return m_at + offset < m_text.size() ? m_text[m_at + offset] : '\0'; }

    void scan(ExpressionToken &token)
    {
        if (isDigit(at()))
            scanNumber(token);
        else if (at() == '"' || at() == '\'')
            scanText(token);
        else if (isNameLetter(at()))
            scanName(token);
        else
            scanSign(token);
    }

    void scanNumber(ExpressionToken &token)
    {
        token.kind = ExpressionToken::Kind::Value;
        double number = 0;
        const auto [end, error] =
            std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), number, std::chars_format::fixed);
        if (error != std::errc() || !std::isfinite(number))
            throw InputError(Phrase("engine", "the number '%1' is too large").arg(m_text.substr(m_at, 20)));
        m_at = static_cast<std::size_t>(end - m_text.data());
        std::size_t unitAt = m_at;
        while (unitAt < m_text.size() && m_text[unitAt] == ' ')
            ++unitAt;
        const UnitName &unit = unitAfter(unitAt);
        if (!unit.name.empty())
            m_at = unitAt + unit.name.size();
        if (isNameLetter(at()))
            throw InputError(
                Phrase("engine", "'%1': unknown unit; allowed: ns, us, ms, s, %, B, KiB, MiB, GiB, kB, MB, GB, GB/s")
                    .arg(m_text.substr(token.begin, m_at + 1 - token.begin)));
        token.value = {unit.unit, number * unit.factor, {}};
    }

    const UnitName &unitAfter(std::size_t place) const
    {
        const std::string_view rest = m_text.substr(place);
        return *std::find_if(unitNames.begin(), unitNames.end(), [rest](const UnitName &unit) {
            const bool isWord = rest.size() > unit.name.size() && isNameLetter(rest[unit.name.size()]);
            return unit.name.empty() || (rest.starts_with(unit.name) && (unit.name == "%" || !isWord));
        });
    }

    void scanText(ExpressionToken &token)
    {
        const char quote = at();
        const std::size_t end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos)
            throw InputError(
                Phrase("engine", "the text that begins with %1 has no closing quote").arg(m_text.substr(m_at, 20)));
        token.kind = ExpressionToken::Kind::Value;
        token.value = {LessonUnit::Text, 0, std::string(m_text.substr(m_at + 1, end - m_at - 1))};
        m_at = end + 1;
    }

    void scanName(ExpressionToken &token)
    {
        token.kind = ExpressionToken::Kind::Name;
        while (isNameLetter(at()) || isDigit(at()) || (at() == '.' && isNameLetter(at(1))))
            token.text += m_text[m_at++];
    }

    void scanSign(ExpressionToken &token)
    {
        token.kind = ExpressionToken::Kind::Sign;
        for (const std::string_view sign : {"<=", ">=", "==", "!="})
            if (m_text.substr(m_at).starts_with(sign)) {
                token.text = sign;
                m_at += 2;
                return;
            }
        if (std::string_view("<>+-*/()?:,").find(at()) == std::string_view::npos)
            throw InputError(Phrase("engine", "'%1' cannot be read here").arg(m_text.substr(m_at, 8)));
        token.text = at();
        ++m_at;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

std::vector<ExpressionToken> expressionTokens(std::string_view text)
{
    Scanner scanner(text);
    std::vector<ExpressionToken> tokens;
    do
        tokens.push_back(scanner.next());
    while (tokens.back().kind != ExpressionToken::Kind::End);
    return tokens;
}

} // namespace streamscope
