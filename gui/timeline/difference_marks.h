// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"
#include "gui/timeline/timeline_theme.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace streamscope {

/// Marks what a comparison found on the bars of `scene`: a foot under each operation of B that ran longer (broken line)
/// or shorter (unbroken), a dashed frame around what only one run has. What is too narrow for that is marked together
/// with its neighbours, each pixel by the sum of the operations merged there: see narrow_differences.h. Paints nothing
/// where `content` is one run. The labels of the bars say the same in figures.
void paintDifferences(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                      const TimelineTheme &theme);

/// A dashed frame around the counterpart of the selected operation.
void paintCounterpart(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                      std::uint32_t selected, const TimelineTheme &theme);

/// A sample for the legend.
struct DifferenceSample
{
    QString text;
    std::function<void(QPainter &, const QRectF &, const TimelineTheme &)> paint;
};
/// Those that occur in this comparison.
std::vector<DifferenceSample> differenceSamples(const ComparedRuns &compared);

/// Pixels: in less a frame would hide its bar, and of a broken foot there would be but one piece.
inline constexpr double narrowestFramed = 3, narrowestFoot = 10;

/// Colours of text and marks for longer and shorter, 4.5:1 on the theme's background.
QColor longerColour(const TimelineTheme &theme);
QColor shorterColour(const TimelineTheme &theme);

} // namespace streamscope
