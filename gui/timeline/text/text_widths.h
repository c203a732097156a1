// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QString>

#include <algorithm>
#include <array>

namespace streamscope {

/// Widths of many short texts in one font. Shaping a text costs microseconds, and a frame asks for thousands of widths.
/// Widths of letters that do not join are summed from a table; other texts are measured once. Except for kerning, never
/// less than the true width.
class TextWidths
{
public:
    explicit TextWidths(const QFont &font);

    double of(const QString &text) const;
    /// The width of a letter that standsAlone().
    double of(QChar letter) const { return std::max(0.0, alone(letter)); }
    /// The number of first letters of `text` that fit into `room`; `text` is wider than `room`.
    qsizetype lettersWithin(const QString &text, double room) const;
    const QFontMetricsF &metrics() const { return m_metrics; }
    const QFont &font() const { return m_font; }

    /// True for printable letters of Latin-1.
    static bool isPlain(QChar letter);
    /// True for printable Latin-1 and our signs, which do not join with their neighbours.
    static bool standsAlone(QChar letter);

private:
    static constexpr std::size_t plainCodes = 256;
    static constexpr double joins = -1; ///< no width

    /// The width, or `joins` for a letter that joins.
    double alone(QChar letter) const
    {
        return letter.unicode() < plainCodes ? m_plain[letter.unicode()] : sign(letter);
    }
    double sign(QChar letter) const;
    double measured(const QString &text) const;

    QFont m_font;
    QFontMetricsF m_metrics;
    std::array<double, plainCodes> m_plain;
    struct Sign
    {
        char16_t code = 0;
        double width = 0;
    };
    mutable std::array<Sign, 64> m_signs{}; ///< a hash table of recent letters beyond Latin-1
    mutable QHash<QString, double> m_measured;
};

/// The object for `font`, kept from frame to frame, one per thread.
const TextWidths &textWidths(const QFont &font);

} // namespace streamscope
