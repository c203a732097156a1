// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

class QPainter;

namespace streamscope {

/// Paints how the operations of a folded step differ from step to step: at the left edge of each bar the quartiles of
/// its start, and below, at the right edge, those of its duration. Nothing for a run, for bars and spreads of a few
/// pixels, and for a whisker that would lie on its neighbour: zooming in shows it.
void paintSpreads(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                  const TimelineTheme &theme);
/// A bar with its whiskers, for the legend.
void paintSpreadSample(QPainter &painter, const QRectF &rect, const TimelineTheme &theme);

} // namespace streamscope
