// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"
#include "gui/timeline/timeline_theme.h"

#include <QString>

class QPainter;

namespace streamscope {

/// Marks what ran on the device as its lane's doubt says: a broken line along the upper edge of every bar, and stripes
/// across those wide enough where the data that came back were wrong. Nothing without a doubt.
void paintDoubt(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme);

/// One sample of it inside `rect`, for the legend.
void paintDoubtSample(QPainter &painter, const QRectF &rect, RunDoubt doubt, const TimelineTheme &theme);

/// What stands before the sign of the kind on the bars: "✗", "?", or nothing.
QString doubtSign(RunDoubt doubt);
/// For the legend.
QString doubtTitle(RunDoubt doubt);

} // namespace streamscope
