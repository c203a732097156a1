// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace streamscope {

/// Marks the differences of a comparison on the bars of `scene`: a line under each operation of this run that ran
/// longer (broken) or shorter (unbroken), a dashed frame around operations that only one run has. Bars too narrow for
/// this are marked together with their neighbours, each pixel by the sum of its operations: see narrow_differences.h.
/// Paints nothing for a single run. The labels of the bars give the same changes in figures.
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

/// Pixels: on a narrower bar a frame would hide the bar, and a broken line would have only one piece.
inline constexpr double narrowestFramed = 3, narrowestFoot = 10;

/// Colours of text and marks for longer and shorter, 4.5:1 on the theme's background.
QColor longerColour(const TimelineTheme &theme);
QColor shorterColour(const TimelineTheme &theme);

} // namespace streamscope
