// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"

#include <optional>

namespace streamscope {

/// The edge of an operation near the pointer.
struct SnappedEdge
{
    std::int64_t ns = 0;
    QRectF bar; ///< the bar with the edge
};

/// The nearest begin or end of a drawn bar within `reach` pixels of `x`: first of the bar under `point`, then of the
/// bars of its lane, then of all others. Invisible edges and merged bars do not count. Exact to the nanosecond.
std::optional<SnappedEdge> snappedEdge(const TimelineContent &content, const TimelineScene &scene, const QPointF &point,
                                       double reach = 8);

} // namespace streamscope
