// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/marks/dependency_arrows.h"
#include "gui/timeline/model/timeline_content.h"

#include <cstdint>
#include <optional>

namespace streamscope {

/// The arrow from the call that issued `span` to the start of `span`: from the end of the call, or from its begin where
/// the operation started before the call ended. Empty where the call is unknown, where the lane of either is hidden,
/// folded or scrolled out of sight, where neither end is within the plot, and in a comparison.
std::optional<SceneArrow> callArrow(const TimelineContent &content, std::uint32_t span, const TimelineScene &scene);

} // namespace streamscope
