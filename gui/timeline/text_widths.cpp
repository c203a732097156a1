// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text_widths.h"

#include <optional>

namespace streamscope {

namespace {

constexpr qsizetype mostMeasured = 20'000; ///< names are few; a run with more starts anew

} // namespace

TextWidths::TextWidths(const QFont &font) : m_font(font), m_metrics(font)
{
    for (std::size_t i = 0; i < m_plain.size(); ++i)
        if (const QChar letter(static_cast<char16_t>(i)); isPlain(letter))
            m_plain[i] = m_metrics.horizontalAdvance(letter);
}

bool TextWidths::isPlain(QChar letter)
{
    const char16_t code = letter.unicode();
    return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0x100 && code != 0xad);
}

double TextWidths::of(const QString &text) const
{
    double width = 0;
    for (const QChar letter : text) {
        if (isPlain(letter))
            width += m_plain[letter.unicode()];
        else if (letter.isSymbol() || letter.isPunct()) // our signs: they do not join
            width += measured(letter);
        else
            return measured(text);
    }
    return width;
}

double TextWidths::measured(const QString &text) const
{
    if (const auto known = m_measured.constFind(text); known != m_measured.constEnd())
        return *known;
    if (m_measured.size() >= mostMeasured)
        m_measured.clear();
    return *m_measured.insert(text, m_metrics.horizontalAdvance(text));
}

const TextWidths &textWidths(const QFont &font)
{
    thread_local std::optional<TextWidths> last;
    if (!last || last->font() != font)
        last.emplace(font);
    return *last;
}

} // namespace streamscope
