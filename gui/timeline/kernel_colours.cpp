// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/kernel_colours.h"

#include "gui/timeline/timeline_theme.h"

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

struct Cycle
{
    std::array<KernelColour, kernelColourCount> full, dimmed;

    explicit Cycle(const TimelineTheme &theme)
    {
        for (std::size_t i = 0; i < kernelColourCount; ++i) {
            const QColor pure(base[i % hues]);
            const std::size_t round = i / hues;
            const QColor fill = round == 0 ? pure : mixed(pure, round == 1 ? Qt::white : Qt::black, 0.42);
            full[i] = colourOf(fill, theme.dark);
            dimmed[i] = colourOf(mixed(fill, theme.background, 0.8), theme.dark);
            dimmed[i].edge = mixed(dimmed[i].edge, theme.background, 0.5);
        }
    }
};

const Cycle &cycleOf(const TimelineTheme &theme)
{
    static const Cycle light(TimelineTheme::light()), dark(TimelineTheme::darkTheme());
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
