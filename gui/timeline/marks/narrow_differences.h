// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace streamscope {

/// Neighbouring bars of one row, each too narrow for a mark of its own, with the same change in every pixel, by the sum
/// of the operations merged there.
struct NarrowDifference
{
    QRectF rect;
    LengthChange change = LengthChange::Same; ///< never Same, which has no mark
};

/// Marks longer and shorter operations on the lanes of B, and operations without a counterpart on the lanes of both.
/// Nothing for a single run.
std::vector<NarrowDifference> narrowDifferences(const TimelineContent &content, const TimelineScene &scene);

/// Longer: a broken line, higher than the unbroken line for shorter, so that a single pixel differs without colour.
/// Only in one run: broken lines above and below.
/// @param clip the area to paint on; the painter clips to it, too
void paintNarrowDifferences(QPainter &painter, const QRectF &clip, const std::vector<NarrowDifference> &differences,
                            const TimelineTheme &theme);

} // namespace streamscope
