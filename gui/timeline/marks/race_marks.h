// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/order/hazards.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <vector>

class QPainter;

namespace streamscope {

/// The place of a race in a scene: the bars of both operations in their streams' lanes, in the scene's coordinates.
struct RaceMark
{
    QRectF first, second;
};

/// The marks of races whose two operations are both drawn, in the order of `races`. Work of the host is marked on the
/// host's lane.
std::vector<RaceMark> raceMarks(const TimelineScene &scene, const std::vector<Race> &races);

/// Frames both bars of each race and joins them by a dashed line with a warning sign at its middle. At most a hundred,
/// so that the timeline of a Program with many races stays readable.
void paintRaces(QPainter &painter, const TimelineScene &scene, const std::vector<Race> &races,
                const TimelineTheme &theme);

} // namespace streamscope
