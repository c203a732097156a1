// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text_widths.h"

#include "gui/timeline/per_font.h"

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

bool TextWidths::standsAlone(QChar letter)
{
    return isPlain(letter) || letter.isSymbol() || letter.isPunct();
}

double TextWidths::of(const QString &text) const
{
    double width = 0;
    for (const QChar letter : text) {
        if (!standsAlone(letter))
            return measured(text);
        width += of(letter);
    }
    return width;
}

double TextWidths::of(QChar letter) const
{
    return isPlain(letter) ? m_plain[letter.unicode()] : measured(letter);
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
    thread_local PerFont<TextWidths> all;
    return all.of(font);
}

} // namespace streamscope
