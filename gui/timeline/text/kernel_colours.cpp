// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/kernel_colours.h"

#include <array>

namespace streamscope {

namespace {

constexpr std::size_t hues = 8;

/// Okabe and Ito's colours, in an order in which neighbours differ in lightness, too; grey stands for their black.
constexpr std::array<QRgb, hues> base{0xff0072b2, 0xffe69f00, 0xff009e73, 0xfff0e442,
                                      0xffd55e00, 0xff56b4e9, 0xff7a7a7a, 0xffcc79a7};

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

/// The hue of a kernel, in the second and third round lighter and darker.
QColor fillOf(std::size_t kernel)
{
    const QColor pure(base[kernel % hues]);
    const std::size_t round = kernel / hues;
    return round == 0 ? pure : blended(pure, round == 1 ? Qt::white : Qt::black, 0.42);
}

/// At 7:1 on the ground, which is the edge between blocks. Every other one and the second and third round are further
/// from it, as there is no room on its other side.
KindStyle contrastColourOf(std::size_t kernel, const TimelineTheme &theme)
{
    const auto round = static_cast<double>(kernel / hues);
    const QColor further = blended(QColor(base[kernel % hues]), theme.text, 0.25 * round);
    const QColor fill = strengthened(further, theme.dark, 7 + 2.25 * round + (kernel % 2 == 1 ? 4 : 0));
    return styleOf(fill, theme.background, theme.background);
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

struct Cycle
{
    std::array<KindStyle, kernelColourCount> full, dimmed;

    explicit Cycle(const TimelineTheme &theme)
    {
        for (std::size_t i = 0; i < kernelColourCount; ++i) {
            full[i] = theme.highContrast ? contrastColourOf(i, theme) : colourOf(fillOf(i), theme.dark);
            dimmed[i] = dimmedColourOf(full[i].fill, theme);
        }
    }
};

const Cycle &cycleOf(const TimelineTheme &theme)
{
    static const std::array<Cycle, 4> cycles{
        Cycle(TimelineTheme::of(false, false)), Cycle(TimelineTheme::of(true, false)),
        Cycle(TimelineTheme::of(false, true)), Cycle(TimelineTheme::of(true, true))};
    return cycles[(theme.highContrast ? 2U : 0U) + (theme.dark ? 1U : 0U)];
}

} // namespace

std::span<const KindStyle> kernelColours(const TimelineTheme &theme, bool dimmed)
{
    const Cycle &cycle = cycleOf(theme);
    return dimmed ? cycle.dimmed : cycle.full;
}

} // namespace streamscope
