// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"

#include <optional>

namespace streamscope {

/// Where an edge of an operation is that a person means.
struct SnappedEdge
{
    std::int64_t ns = 0;
    QRectF bar; ///< whose edge it is
};

/// The nearest begin or end of what is drawn, no more than `reach` pixels from `x`; the bar under `point` comes first,
/// then the bars of its lane, then all others. Edges that are out of sight and merged bars are none. Exact to the
/// nanosecond.
std::optional<SnappedEdge> snappedEdge(const TimelineContent &content, const TimelineScene &scene, const QPointF &point,
                                       double reach = 8);

} // namespace streamscope
