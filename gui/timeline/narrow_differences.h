// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"
#include "gui/timeline/timeline_theme.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace streamscope {

/// A stretch of neighbouring bars of one row, each too narrow for a mark of its own, that changed alike: every one of
/// its pixels did, by the sum of the operations merged there.
struct NarrowDifference
{
    QRectF rect;
    Change change = Change::Same; ///< never that: what is the same has no mark
};

/// On the lanes of B what is longer or shorter there, on those of both what the other has not. Nothing for one run.
std::vector<NarrowDifference> narrowDifferences(const TimelineContent &content, const TimelineScene &scene);

/// Longer: a broken foot, higher than the unbroken one for shorter, so that a lone pixel says it without its colour;
/// only in one: broken lines above and below.
/// @param clip what may be painted on; the painter clips to it, too
void paintNarrowDifferences(QPainter &painter, const QRectF &clip, const std::vector<NarrowDifference> &differences,
                            const TimelineTheme &theme);

} // namespace streamscope
