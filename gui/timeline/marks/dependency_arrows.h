// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <vector>

class QPainter;

namespace streamscope {

/// An arrow from the end of one operation to the start of another, in the coordinates of a scene.
struct SceneArrow
{
    QPointF from, to;
    DependencyKind kind = DependencyKind::Stream;
};

/// The dependencies of which at least one end is drawn; the other end may lie outside the plot, on the lane of the
/// first.
std::vector<SceneArrow> arrowsOf(const std::vector<Dependency> &dependencies, const Timeline &timeline,
                                 const TimelineScene &scene);

/// Paints stream order solid, events dashed, engine order dotted, the host dash-dotted, so that kinds differ without
/// colour.
void paintArrows(QPainter &painter, const std::vector<SceneArrow> &arrows, const TimelineTheme &theme);

} // namespace streamscope
