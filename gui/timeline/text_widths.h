// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QString>

#include <algorithm>
#include <array>

namespace streamscope {

/// Widths of many short texts in one font. Shaping a text costs microseconds, and a frame asks for thousands: letters
/// that do not join are added up from a table, everything else is measured once. Never less than the text takes, but
/// for kerning.
class TextWidths
{
public:
    explicit TextWidths(const QFont &font);

    double of(const QString &text) const;
    /// Of one that standsAlone().
    double of(QChar letter) const { return std::max(0.0, alone(letter)); }
    /// How many of the first letters of `text`, which is wider than that, take no more than `room`.
    qsizetype lettersWithin(const QString &text, double room) const;
    const QFontMetricsF &metrics() const { return m_metrics; }
    const QFont &font() const { return m_font; }

    /// True for letters of Latin-1 that can be seen.
    static bool isPlain(QChar letter);
    /// True for those and for our signs: they do not join with their neighbours.
    static bool standsAlone(QChar letter);

private:
    static constexpr std::size_t plainCodes = 256;
    static constexpr double joins = -1; ///< no width

    /// Its width, or `joins` where it does not stand alone.
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
    mutable std::array<Sign, 64> m_signs{}; ///< those beyond Latin-1 that were asked for last, each in its place
    mutable QHash<QString, double> m_measured;
};

/// The one for `font`, kept from frame to frame; of this thread.
const TextWidths &textWidths(const QFont &font);

} // namespace streamscope
