// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_text.h"

#include "engine/formats/lessons/lesson_lines.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <utility>

namespace streamscope {

namespace {

using NamedFormat = std::pair<std::string_view, LessonFormat>;
constexpr std::array<NamedFormat, 7> formats{{{"0", LessonFormat::Whole},
                                              {"1", LessonFormat::OneDecimal},
                                              {"2", LessonFormat::TwoDecimals},
                                              {"ns", LessonFormat::Nanoseconds},
                                              {"us", LessonFormat::Microseconds},
                                              {"ms", LessonFormat::Milliseconds},
                                              {"s", LessonFormat::Seconds}}};

bool isTimeFormat(LessonFormat format)
{
    return format >= LessonFormat::Nanoseconds;
}

LessonFormat parseFormat(const std::string &name, LessonUnit unit, int line)
{
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const NamedFormat &one) { return one.first == name; });
    if (found == formats.end())
        refuseLine(line,
                   Phrase("engine", "'| %1': unknown format; allowed: 0, 1, 2 (decimals), ns, us, ms, s (of a time)")
                       .arg(name));
    const bool takesDecimals = unit == LessonUnit::Number || unit == LessonUnit::Share || unit == LessonUnit::Rate;
    if (isTimeFormat(found->second) ? unit != LessonUnit::Time : !takesDecimals)
        refuseLine(line, Phrase("engine", "'| %1' is no format of %2").arg(name, lessonUnitText(unit)));
    return found->second;
}

/// Cuts Markdown into plain text and placeholders.
class Cutter
{
public:
    Cutter(const std::string &markdown, int line, const LessonScope &scope)
        : m_markdown(markdown), m_scope(scope), m_line(line)
    {
        m_text.line = line;
    }

    LessonText cut()
    {
        while (m_at < m_markdown.size())
            step();
        endPlain();
        return std::move(m_text);
    }

private:
    void step()
    {
        const char c = m_markdown[m_at];
        if (c == '`')
            takeCode();
        else if (c == '\\' && m_at + 1 < m_markdown.size()
                 && (m_markdown[m_at + 1] == '{' || m_markdown[m_at + 1] == '}'))
            m_plain += m_markdown[m_at + 1], m_at += 2;
        else if (c == '{')
            takePlaceholder();
        else if (c == '}')
            refuseLine(m_line, QT_TRANSLATE_NOOP("engine", "'}' without '{'; a brace of the text is written \\}"));
        else
            takeCharacter();
    }

    void takeCharacter()
    {
        m_line += m_markdown[m_at] == '\n' ? 1 : 0;
        m_plain += m_markdown[m_at++];
    }

    /// Up to as many backticks as it begins with.
    void takeCode()
    {
        const std::size_t ticks = std::min(m_markdown.find_first_not_of('`', m_at), m_markdown.size()) - m_at;
        std::size_t end = m_markdown.find(std::string(ticks, '`'), m_at + ticks);
        end = end == std::string::npos ? m_at + ticks : end + ticks; // unpaired: ordinary characters
        while (m_at < end)
            takeCharacter();
    }

    /// The bracket that ends a placeholder, beyond texts in quotes.
    std::size_t endOfPlaceholder() const
    {
        char quote = 0;
        for (std::size_t i = m_at + 1; i < m_markdown.size(); ++i) {
            const char c = m_markdown[i];
            if (quote != 0)
                quote = c == quote ? '\0' : quote;
            else if (c == '"' || c == '\'')
                quote = c;
            else if (c == '}')
                return i;
        }
        refuseLine(m_line, QT_TRANSLATE_NOOP("engine", "'{' without '}'; a brace of the text is written \\{"));
    }

    void takePlaceholder()
    {
        const std::size_t end = endOfPlaceholder();
        const std::string inner = m_markdown.substr(m_at + 1, end - m_at - 1);
        const std::size_t bar = barOf(inner);
        LessonText::Piece piece;
        piece.value = parseLessonExpression(trimmedLine(inner.substr(0, bar)), m_line, m_scope);
        if (bar != std::string::npos)
            piece.format = parseFormat(trimmedLine(inner.substr(bar + 1)), piece.value.unit(), m_line);
        endPlain();
        m_text.pieces.push_back(std::move(piece));
        m_line += static_cast<int>(std::count(inner.begin(), inner.end(), '\n'));
        m_at = end + 1;
    }

    /// Where the format begins: the last bar behind all quotes.
    static std::size_t barOf(const std::string &inner)
    {
        const std::size_t bar = inner.rfind('|');
        return bar != std::string::npos && inner.find_first_of("\"'", bar) == std::string::npos ? bar
                                                                                                : std::string::npos;
    }

    void endPlain()
    {
        if (!m_plain.empty())
            m_text.pieces.push_back({std::exchange(m_plain, {}), {}, LessonFormat::Usual});
    }

    const std::string &m_markdown;
    const LessonScope &m_scope;
    int m_line;
    std::size_t m_at = 0;
    std::string m_plain;
    LessonText m_text;
};

} // namespace

void refuseLine(int line, const std::string &what)
{
    throw InputError(Phrase("engine", "line %1: %2").arg(line, what));
}

LessonExpression parseLessonExpression(const std::string &text, int line, const LessonScope &scope)
{
    try {
        return LessonExpression::parse(text, scope);
    } catch (const InputError &error) {
        refuseLine(line, error.problem);
    }
}

LessonText parseLessonText(const std::string &markdown, int line, const LessonScope &scope)
{
    return Cutter(markdown, line, scope).cut();
}

std::string filledText(const LessonText &text, const LessonFigureSource &figures)
{
    if (text.condition && !text.condition.value(figures).isTrue())
        return {};
    std::string filled;
    for (const LessonText::Piece &piece : text.pieces)
        filled += piece.value ? lessonValueText(piece.value.value(figures), piece.format) : piece.markdown;
    return filled;
}

} // namespace streamscope
