// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <QColor>
#include <QPalette>
#include <QString>

#include <array>

namespace streamscope {

/// The look of a kind of operation. The sign repeats what the colour shows, for people who do not see the colour.
struct KindStyle
{
    QColor fill;     ///< executing
    QColor outline;  ///< one pixel, darker than the fill
    QColor text;     ///< label on `fill`, contrast at least 4.5:1
    QColor waiting;  ///< pale ground of the waiting part
    QColor hatch;    ///< stripes on the waiting part
    QColor waitText; ///< label on `waiting`, contrast at least 4.5:1
};

/// All colours of a timeline. The colours of the kinds are those of Okabe and Ito, chosen so that H2D, D2H, kernel,
/// memset and sync differ in lightness as well as in hue.
struct TimelineTheme
{
    bool dark = false;
    bool highContrast = false; ///< text and edges at 7:1 at least, grounds black or white
    QColor background, laneAlternate, groupBackground, rulerBackground;
    QColor text, mutedText, grid, frame;
    QColor selection; ///< outline of the selected operation and edge of the range
    QColor range;     ///< translucent ground of the selected range
    QColor badge, badgeText;
    QColor warning; ///< races, wrong data
    std::array<KindStyle, operationKindCount> kinds;

    const KindStyle &style(OperationKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }

    static const TimelineTheme &of(bool dark, bool highContrast = false);
    /// For light windows and for all exports.
    static const TimelineTheme &light() { return of(false); }
    /// The theme for a window with `palette`: high contrast when the palette is black on white or white on black.
    static const TimelineTheme &of(const QPalette &palette);
};

/// The look of operations with this fill: edge, waiting part and labels follow from it. In a high-contrast theme `fill`
/// must have its contrast already.
KindStyle styleOfBars(const QColor &fill, const TimelineTheme &theme);

/// One character that stands for the kind: ▸ to the device, ◂ to the host, …
QString kindSign(OperationKind kind);
/// The kind for people: "Copy host → device".
QString kindTitle(OperationKind kind);

/// `fill` moved towards black or white until it has `contrast` to a text on it and, in a high-contrast theme, to the
/// background.
QColor strengthened(const QColor &fill, bool dark, double contrast = 7);

/// Black or white, whichever has the higher contrast to `ground`.
QColor readableOn(const QColor &ground);

/// WCAG 2 contrast of two opaque colours, 1 … 21.
double contrastRatio(const QColor &a, const QColor &b);

} // namespace streamscope
