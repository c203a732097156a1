// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/timeline_theme.h"

#include "gui/timeline/text/translation.h"

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

QColor readableOn(const QColor &ground)
{
    return contrastRatio(ground, Qt::black) >= contrastRatio(ground, Qt::white) ? QColor(Qt::black) : QColor(Qt::white);
}

/// Edges and stripes in the colour of the text, waiting on the plain ground.
KindStyle contrastStyleOf(const QColor &fill, const TimelineTheme &theme)
{
    KindStyle style;
    style.fill = strengthened(fill, theme.dark);
    style.outline = theme.text;
    style.text = readableOn(style.fill);
    style.waiting = theme.background;
    style.hatch = style.fill;
    style.waitText = theme.text;
    return style;
}

KindStyle styleOf(const QColor &fill, const TimelineTheme &theme)
{
    if (theme.highContrast)
        return contrastStyleOf(fill, theme);
    KindStyle style;
    style.fill = fill;
    style.outline = mixed(fill, Qt::black, theme.dark ? 0.45 : 0.4);
    if (theme.dark && contrastRatio(fill, theme.background) < 3)
        style.outline = mixed(fill, Qt::white, 0.4); // a dark colour needs a light edge there
    style.text = readableOn(fill);
    style.waiting = mixed(theme.background, fill, theme.dark ? 0.25 : 0.18);
    style.hatch = mixed(theme.background, fill, theme.dark ? 0.6 : 0.55);
    style.waitText = readableOn(style.waiting);
    return style;
}

TimelineTheme finished(TimelineTheme theme)
{
    for (const KindInfo &info : operationKinds)
        theme.kinds[static_cast<std::size_t>(info.kind)] = styleOf(QColor(info.colour), theme);
    return theme;
}

TimelineTheme makeLight()
{
    TimelineTheme theme;
    theme.background = QColor(0xff, 0xff, 0xff);
    theme.laneAlternate = QColor(0xf7, 0xf8, 0xfa);
    theme.groupBackground = QColor(0xe9, 0xec, 0xf1);
    theme.rulerBackground = QColor(0xf3, 0xf4, 0xf7);
    theme.text = QColor(0x1a, 0x1a, 0x1a);
    theme.mutedText = QColor(0x59, 0x5d, 0x66);
    theme.grid = QColor(0xdf, 0xe2, 0xe8);
    theme.frame = QColor(0xb4, 0xb9, 0xc3);
    theme.selection = QColor(0xb0, 0x00, 0x5c);
    theme.range = QColor(0xb0, 0x00, 0x5c, 0x22);
    theme.badge = QColor(0x6a, 0x1b, 0x9a);
    theme.badgeText = Qt::white;
    theme.warning = QColor(0xc0, 0x1c, 0x28);
    return finished(theme);
}

TimelineTheme makeDark()
{
    TimelineTheme theme;
    theme.dark = true;
    theme.background = QColor(0x1e, 0x1e, 0x1e);
    theme.laneAlternate = QColor(0x24, 0x25, 0x27);
    theme.groupBackground = QColor(0x33, 0x36, 0x3b);
    theme.rulerBackground = QColor(0x2a, 0x2c, 0x2f);
    theme.text = QColor(0xec, 0xec, 0xec);
    theme.mutedText = QColor(0xb0, 0xb4, 0xbb);
    theme.grid = QColor(0x3a, 0x3d, 0x42);
    theme.frame = QColor(0x6a, 0x6f, 0x78);
    theme.selection = QColor(0xff, 0x8a, 0xc8);
    theme.range = QColor(0xff, 0x8a, 0xc8, 0x30);
    theme.badge = QColor(0xce, 0x93, 0xd8);
    theme.badgeText = Qt::black;
    theme.warning = QColor(0xff, 0x7b, 0x72);
    return finished(theme);
}

TimelineTheme makeContrast(bool dark)
{
    const QColor ground = dark ? Qt::black : Qt::white, ink = dark ? Qt::white : Qt::black;
    TimelineTheme theme;
    theme.dark = dark;
    theme.highContrast = true;
    theme.background = theme.laneAlternate = theme.rulerBackground = ground;
    theme.groupBackground = dark ? QColor(0x2b, 0x2b, 0x2b) : QColor(0xe0, 0xe0, 0xe0);
    theme.text = theme.mutedText = theme.frame = ink;
    theme.grid = dark ? QColor(0x6e, 0x6e, 0x6e) : QColor(0x8c, 0x8c, 0x8c);
    theme.selection = dark ? QColor(0xff, 0xff, 0x00) : QColor(0x9c, 0x00, 0x52);
    theme.range = theme.selection;
    theme.range.setAlpha(0x40);
    theme.badge = theme.selection;
    theme.badgeText = ground;
    theme.warning = dark ? QColor(0xff, 0x9d, 0x96) : QColor(0x9b, 0x00, 0x0e);
    return finished(theme);
}

/// True for black on white and white on black, which no ordinary palette has.
constexpr double leastHighContrast = 19;

} // namespace

const TimelineTheme &TimelineTheme::contrastLight()
{
    static const TimelineTheme theme = makeContrast(false);
    return theme;
}

const TimelineTheme &TimelineTheme::contrastDark()
{
    static const TimelineTheme theme = makeContrast(true);
    return theme;
}

const TimelineTheme &TimelineTheme::of(const QPalette &palette)
{
    const QColor window = palette.color(QPalette::Window);
    const bool dark = window.lightness() < 128;
    if (contrastRatio(window, palette.color(QPalette::WindowText)) >= leastHighContrast)
        return dark ? contrastDark() : contrastLight();
    return dark ? darkTheme() : light();
}

const TimelineTheme &TimelineTheme::light()
{
    static const TimelineTheme theme = makeLight();
    return theme;
}

const TimelineTheme &TimelineTheme::darkTheme()
{
    static const TimelineTheme theme = makeDark();
    return theme;
}

QString kindSign(OperationKind kind)
{
    return QString::fromUtf8(infoOf(kind).sign);
}

QString kindTitle(OperationKind kind)
{
    return tr(infoOf(kind).title);
}

QColor strengthened(const QColor &fill, bool dark, double contrast)
{
    const QColor ground = dark ? Qt::black : Qt::white, away = dark ? Qt::white : Qt::black;
    QColor strong = fill;
    for (double share = 0; contrastRatio(strong, ground) < contrast && share < 1; share += 0.05)
        strong = mixed(fill, away, share);
    return strong;
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const double one = luminance(a) + 0.05;
    const double other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

} // namespace streamscope
