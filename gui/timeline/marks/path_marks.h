// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QString>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

class QPainter;

namespace streamscope {

/// The side whose critical path is shown; a single run has only one.
enum class ShownPaths : std::uint8_t { None, All, OnlyA, OnlyB };
/// The next state of the command: for two compared runs both, A's, B's, none.
ShownPaths nextPaths(ShownPaths shown, bool isComparison);
bool showsPathOf(ShownPaths shown, Side side);

/// Frames the operations of the path without dimming others. A single run and A have a single line, B has a second line
/// above, so that the two paths differ.
void paintPaths(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                const std::function<bool(std::uint32_t span)> &isOnPath, ShownPaths shown, const TimelineTheme &theme);

/// The critical paths of a content, computed at once, for pictures. Windows use RunLinks.
struct PathSpans
{
    std::vector<bool> isOn;           ///< by span of the content
    std::array<std::size_t, 2> steps; ///< by Side; a run alone is A
};
/// `program`: of a single run, may be null; the sides of a comparison have their own.
PathSpans pathSpans(const TimelineContent &content, const Program *program);

/// "Operations of the critical path: A 9 (single line) · B 12 (double line)"; `steps` by Side.
QString comparedPathsText(ShownPaths shown, const std::array<std::size_t, 2> &steps);

} // namespace streamscope
