// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"
#include "gui/timeline/timeline_theme.h"

#include <QString>

class QPainter;

namespace streamscope {

/// Marks the bars of device operations by the doubt of their lane: a broken line along the upper edge of every bar,
/// and, for wrong data, stripes across bars that are wide enough. Paints nothing for lanes without a doubt.
void paintDoubt(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme);

/// One sample of it inside `rect`, for the legend.
void paintDoubtSample(QPainter &painter, const QRectF &rect, RunDoubt doubt, const TimelineTheme &theme);

/// The sign in front of the kind's sign on bars: "✗", "?", or empty.
QString doubtSign(RunDoubt doubt);
/// For the legend.
QString doubtTitle(RunDoubt doubt);

} // namespace streamscope
