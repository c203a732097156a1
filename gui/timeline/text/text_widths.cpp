// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/text_widths.h"

#include "gui/timeline/text/per_font.h"

namespace streamscope {

namespace {

constexpr qsizetype maxWidths = 20'000; ///< names are few; a run with more starts anew

} // namespace

TextWidths::TextWidths(const QFont &font) : m_font(font), m_metrics(font)
{
    for (std::size_t i = 0; i < m_plain.size(); ++i) {
        const QChar letter(static_cast<char16_t>(i));
        m_plain[i] = standsAlone(letter) ? m_metrics.horizontalAdvance(letter) : joins;
    }
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
        const double wide = alone(letter);
        if (wide < 0)
            return measured(text);
        width += wide;
    }
    return width;
}

qsizetype TextWidths::lettersWithin(const QString &text, double room) const
{
    double width = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const double wide = alone(text[i]);
        if (wide < 0)
            break; // shaped as a whole, from the beginning
        width += wide;
        if (width > room)
            return i;
    }
    qsizetype fits = 0, tooMany = text.size();
    while (tooMany - fits > 1) {
        const qsizetype middle = (fits + tooMany) / 2;
        (of(text.left(middle)) <= room ? fits : tooMany) = middle;
    }
    return fits;
}

double TextWidths::sign(QChar letter) const
{
    Sign &known = m_signs[letter.unicode() % m_signs.size()];
    if (known.code != letter.unicode())
        known = {letter.unicode(), standsAlone(letter) ? m_metrics.horizontalAdvance(letter) : joins};
    return known.width;
}

double TextWidths::measured(const QString &text) const
{
    if (const auto known = m_measured.constFind(text); known != m_measured.constEnd())
        return *known;
    if (m_measured.size() >= maxWidths)
        m_measured.clear();
    return *m_measured.insert(text, m_metrics.horizontalAdvance(text));
}

const TextWidths &textWidths(const QFont &font)
{
    thread_local PerFont<TextWidths> all;
    return all.of(font);
}

} // namespace streamscope
