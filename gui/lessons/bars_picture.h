// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/lessons/lesson_bars.h"
#include "gui/pictures/picture_file.h"
#include "gui/timeline/text/timeline_theme.h"

#include <optional>
#include <vector>

class QPainter;

namespace streamscope {

class BarsLayout;

/// Paints the timeline of the layout: each bar at its start (units), or in the tray where it has none.
void paintBars(QPainter &painter, const LessonBars &bars, const BarsLayout &layout,
               const std::vector<std::optional<double>> &starts, const TimelineTheme &theme);

/// The timeline on which a student draws: a lane for each stream, a column for each unit. Below it the bars, as long as
/// they are drawn; with `starts` (units, one for each bar) they stand in their places instead.
/// `width`: device-independent pixels. Needs a QGuiApplication.
PaintedPicture barsPicture(const LessonBars &bars, const std::optional<std::vector<double>> &starts, double width);

} // namespace streamscope
