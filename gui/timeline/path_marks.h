// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"
#include "gui/timeline/timeline_theme.h"

#include <QString>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

class QPainter;

namespace streamscope {

/// Whose critical path is shown; a run alone has but its own.
enum class ShownPaths : std::uint8_t { None, All, OnlyA, OnlyB };
/// What comes after `shown` when a person asks again: for two compared runs both, A's, B's, none.
ShownPaths nextPaths(ShownPaths shown, bool isComparison);
bool showsPathOf(ShownPaths shown, Side side);

/// Frames the operations for which `isOnPath` holds, and dims nothing else: a run's own, and A's, in one line, B's with
/// a second one above, so that it is seen whose path it is.
void paintPaths(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                const std::function<bool(std::uint32_t span)> &isOnPath, ShownPaths shown, const TimelineTheme &theme);

/// The critical paths of a content at once, for pictures; RunLinks has them for windows.
struct PathSpans
{
    std::vector<bool> isOn;           ///< by span of the content
    std::array<std::size_t, 2> steps; ///< by Side; a run alone is A
};
/// `program` of a run alone, may be null; the sides of a comparison bring their own.
PathSpans pathSpans(const TimelineContent &content, const Program *program);

/// "Operations of the critical path: A 9 (single line) · B 12 (double line)"; `steps` by Side.
QString comparedPathsText(ShownPaths shown, const std::array<std::size_t, 2> &steps);

} // namespace streamscope
