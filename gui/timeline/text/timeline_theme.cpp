// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/timeline_theme.h"

#include "gui/language/translated.h"

#include <cmath>

namespace streamscope {

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](int x, int y) { return static_cast<int>(std::lround(x * (1 - share) + y * share)); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

/// The colours that do not follow from others.
struct Colours
{
    QRgb background, laneAlternate, groupBackground, rulerBackground;
    QRgb text, mutedText, grid, frame;
    QRgb selection, badge, badgeText, warning;
    int rangeAlpha;
};

TimelineTheme makeTheme(bool dark, bool highContrast, const Colours &colours)
{
    TimelineTheme theme;
    theme.dark = dark;
    theme.highContrast = highContrast;
    theme.background = colours.background;
    theme.laneAlternate = colours.laneAlternate;
    theme.groupBackground = colours.groupBackground;
    theme.rulerBackground = colours.rulerBackground;
    theme.text = colours.text;
    theme.mutedText = colours.mutedText;
    theme.grid = colours.grid;
    theme.frame = colours.frame;
    theme.selection = theme.range = colours.selection;
    theme.range.setAlpha(colours.rangeAlpha);
    theme.badge = colours.badge;
    theme.badgeText = colours.badgeText;
    theme.warning = colours.warning;
    for (const KindInfo &info : operationKinds)
        theme.kinds[static_cast<std::size_t>(info.kind)] =
            styleOfBars(highContrast ? strengthened(QColor(info.colour), dark) : QColor(info.colour), theme);
    return theme;
}

/// True for black on white and white on black, which no ordinary palette has.
constexpr double leastHighContrast = 19;

} // namespace

KindStyle styleOfBars(const QColor &fill, const TimelineTheme &theme)
{
    KindStyle style;
    style.fill = fill;
    style.text = readableOn(fill);
    if (theme.highContrast) { // edges and stripes in the colour of the text, waiting on the plain ground
        style.outline = theme.text;
        style.waiting = theme.background;
        style.hatch = fill;
        style.waitText = theme.text;
        return style;
    }
    style.outline = mixed(fill, Qt::black, theme.dark ? 0.45 : 0.4);
    if (theme.dark && contrastRatio(fill, theme.background) < 3)
        style.outline = mixed(fill, Qt::white, 0.4); // a dark colour needs a light edge there
    style.waiting = mixed(theme.background, fill, theme.dark ? 0.25 : 0.18);
    style.hatch = mixed(theme.background, fill, theme.dark ? 0.6 : 0.55);
    style.waitText = readableOn(style.waiting);
    return style;
}

const TimelineTheme &TimelineTheme::of(bool dark, bool highContrast)
{
    static const std::array<TimelineTheme, 4> themes{
        makeTheme(false, false,
                  {0xffffff, 0xf7f8fa, 0xe9ecf1, 0xf3f4f7, 0x1a1a1a, 0x595d66, 0xdfe2e8, 0xb4b9c3, 0xb0005c, 0x6a1b9a,
                   0xffffff, 0xc01c28, 0x22}),
        makeTheme(true, false,
                  {0x1e1e1e, 0x242527, 0x33363b, 0x2a2c2f, 0xececec, 0xb0b4bb, 0x3a3d42, 0x6a6f78, 0xff8ac8, 0xce93d8,
                   0x000000, 0xff7b72, 0x30}),
        makeTheme(false, true,
                  {0xffffff, 0xffffff, 0xe0e0e0, 0xffffff, 0x000000, 0x000000, 0x8c8c8c, 0x000000, 0x9c0052, 0x9c0052,
                   0xffffff, 0x9b000e, 0x40}),
        makeTheme(true, true,
                  {0x000000, 0x000000, 0x2b2b2b, 0x000000, 0xffffff, 0xffffff, 0x6e6e6e, 0xffffff, 0xffff00, 0xffff00,
                   0x000000, 0xff9d96, 0x40})};
    return themes[(highContrast ? 2U : 0U) + (dark ? 1U : 0U)];
}

const TimelineTheme &TimelineTheme::of(const QPalette &palette)
{
    const QColor window = palette.color(QPalette::Window);
    return of(window.lightness() < 128,
              contrastRatio(window, palette.color(QPalette::WindowText)) >= leastHighContrast);
}

QString kindSign(OperationKind kind)
{
    return QString::fromUtf8(infoOf(kind).sign);
}

QString kindTitle(OperationKind kind)
{
    return translated(infoOf(kind).title);
}

QColor strengthened(const QColor &fill, bool dark, double contrast)
{
    const QColor ground = dark ? Qt::black : Qt::white, away = dark ? Qt::white : Qt::black;
    QColor strong = fill;
    for (double share = 0; contrastRatio(strong, ground) < contrast && share < 1; share += 0.05)
        strong = mixed(fill, away, share);
    return strong;
}

QColor readableOn(const QColor &ground)
{
    return contrastRatio(ground, Qt::black) >= contrastRatio(ground, Qt::white) ? QColor(Qt::black) : QColor(Qt::white);
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const double one = luminance(a) + 0.05;
    const double other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

} // namespace streamscope
