// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/kernel_colours.h"

#include <array>

namespace streamscope {

namespace {

constexpr std::size_t hues = 8;

/// The kind's green, then colours after Tol's muted ones, which are not those of copies to and from the host, in an
/// order in which neighbours differ in lightness, too.
constexpr std::array<QRgb, hues> base{0xff009e73, 0xffddcc77, 0xffaa4499, 0xff88ccee,
                                      0xff882255, 0xff999933, 0xff7f4a1f, 0xffcc6677};
constexpr QRgb otherKernels = 0xff7a7a7a;

QColor blended(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](int x, int y) { return static_cast<int>(x * (1 - share) + y * share); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

/// Blocks do not wait.
KindStyle styleOf(const QColor &fill, const QColor &edge, const QColor &text)
{
    return {fill, edge, text, {}, {}, {}};
}

KindStyle colourOf(const QColor &fill, bool dark)
{
    return styleOf(fill, blended(fill, dark ? Qt::black : Qt::white, 0.55), readableOn(fill));
}

/// The hue of a kernel; in the second round dark hues are lighter, and light hues darker.
QColor fillOf(std::size_t rank)
{
    const QColor pure(base[rank % hues]);
    if (rank < hues)
        return pure;
    return blended(pure, contrastRatio(pure, Qt::white) > 3 ? Qt::white : Qt::black, 0.45);
}

/// At 7:1 on the ground. Every other one and the second round are further from it, as there is no room on its other
/// side.
QColor contrastFillOf(std::size_t rank, const TimelineTheme &theme)
{
    const std::size_t rounds = rank / hues;
    const auto round = static_cast<double>(rounds);
    const QColor further = blended(QColor(base[rank % hues]), theme.text, 0.25 * round);
    return strengthened(further, theme.dark, 7 + 2.25 * round + (rank % 2 == 1 ? 4 : 0));
}

QColor fillOfTag(std::size_t tag, const TimelineTheme &theme)
{
    if (tag < operationKindCount)
        return theme.kinds[tag].fill;
    if (tag == otherKernelsTag)
        return theme.highContrast ? strengthened(QColor(otherKernels), theme.dark) : QColor(otherKernels);
    const std::size_t rank = tag - operationKindCount + 1;
    return theme.highContrast ? contrastFillOf(rank, theme) : fillOf(rank);
}

/// Pale, with pale edges; a text on it stays legible.
KindStyle dimmedColourOf(const QColor &fill, const TimelineTheme &theme)
{
    if (theme.highContrast) { // a grey that no kernel has, at 3:1 on the ground
        const QColor grey = theme.dark ? QColor(0x5c, 0x5c, 0x5c) : QColor(0x94, 0x94, 0x94);
        return styleOf(grey, theme.background, theme.text);
    }
    KindStyle colour = colourOf(blended(fill, theme.background, 0.8), theme.dark);
    colour.outline = blended(colour.outline, theme.background, 0.5);
    return colour;
}

struct TagColours
{
    std::array<KindStyle, barColourCount> bars, blocks, dimmed;

    explicit TagColours(const TimelineTheme &theme)
    {
        for (std::size_t tag = 0; tag < barColourCount; ++tag) {
            const QColor fill = fillOfTag(tag, theme);
            bars[tag] = tag < operationKindCount ? theme.kinds[tag] : styleOfBars(fill, theme);
            blocks[tag] =
                theme.highContrast ? styleOf(fill, theme.background, theme.background) : colourOf(fill, theme.dark);
            dimmed[tag] = dimmedColourOf(fill, theme);
        }
    }
};

const TagColours &coloursOf(const TimelineTheme &theme)
{
    static const std::array<TagColours, 4> colours{
        TagColours(TimelineTheme::of(false, false)), TagColours(TimelineTheme::of(true, false)),
        TagColours(TimelineTheme::of(false, true)), TagColours(TimelineTheme::of(true, true))};
    return colours[(theme.highContrast ? 2U : 0U) + (theme.dark ? 1U : 0U)];
}

} // namespace

std::span<const KindStyle> barColours(const TimelineTheme &theme)
{
    return coloursOf(theme).bars;
}

std::span<const KindStyle> blockColours(const TimelineTheme &theme, bool dimmed)
{
    return dimmed ? coloursOf(theme).dimmed : coloursOf(theme).blocks;
}

} // namespace streamscope
