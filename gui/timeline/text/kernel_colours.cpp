// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/kernel_colours.h"

#include "gui/timeline/text/timeline_theme.h"

#include <array>

namespace streamscope {

namespace {

constexpr std::size_t hues = 8;

/// Okabe and Ito's colours, in an order in which neighbours differ in lightness, too; grey stands for their black.
constexpr std::array<QRgb, hues> base{0xff0072b2, 0xffe69f00, 0xff009e73, 0xfff0e442,
                                      0xffd55e00, 0xff56b4e9, 0xff7a7a7a, 0xffcc79a7};

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](int x, int y) { return static_cast<int>(x * (1 - share) + y * share); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

KernelColour colourOf(const QColor &fill, bool dark)
{
    const bool black = contrastRatio(fill, Qt::black) >= contrastRatio(fill, Qt::white);
    return {fill, mixed(fill, dark ? Qt::black : Qt::white, 0.55), black ? QColor(Qt::black) : QColor(Qt::white)};
}

/// The hue of a kernel, in the second and third round lighter and darker.
QColor fillOf(std::size_t kernel)
{
    const QColor pure(base[kernel % hues]);
    const std::size_t round = kernel / hues;
    return round == 0 ? pure : mixed(pure, round == 1 ? Qt::white : Qt::black, 0.42);
}

/// At 7:1 on the ground, which is the edge between blocks. Every other one and the second and third round are further
/// from it, as there is no room on its other side.
KernelColour contrastColourOf(std::size_t kernel, const TimelineTheme &theme)
{
    const auto round = static_cast<double>(kernel / hues);
    const QColor further = mixed(QColor(base[kernel % hues]), theme.text, 0.25 * round);
    const QColor fill = strengthened(further, theme.dark, 7 + 2.25 * round + (kernel % 2 == 1 ? 4 : 0));
    return {fill, theme.background, theme.background};
}

/// Steps back behind the others, and its edges with it; a text on it is still read.
KernelColour dimmedColourOf(const QColor &fill, const TimelineTheme &theme)
{
    if (theme.highContrast) { // one grey, at 3:1 on the ground, that no kernel has
        const QColor grey = theme.dark ? QColor(0x5c, 0x5c, 0x5c) : QColor(0x94, 0x94, 0x94);
        return {grey, theme.background, theme.text};
    }
    KernelColour colour = colourOf(mixed(fill, theme.background, 0.8), theme.dark);
    colour.edge = mixed(colour.edge, theme.background, 0.5);
    return colour;
}

struct Cycle
{
    std::array<KernelColour, kernelColourCount> full, dimmed;

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
    static const Cycle light(TimelineTheme::light()), dark(TimelineTheme::darkTheme()),
        contrastLight(TimelineTheme::contrastLight()), contrastDark(TimelineTheme::contrastDark());
    if (theme.highContrast)
        return theme.dark ? contrastDark : contrastLight;
    return theme.dark ? dark : light;
}

} // namespace

const KernelColour &kernelColour(const TimelineTheme &theme, std::size_t kernel)
{
    return cycleOf(theme).full[kernel % kernelColourCount];
}

const KernelColour &dimmedKernelColour(const TimelineTheme &theme, std::size_t kernel)
{
    return cycleOf(theme).dimmed[kernel % kernelColourCount];
}

} // namespace streamscope
