// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/trace_range.h"

#include "gui/timeline/widget/timeline_state.h"
#include "gui/workspace/workspace.h"

namespace streamscope {

std::optional<TimeRange> selectedTraceRange(const Workspace &workspace, const TimelineState &timeline)
{
    const std::optional<TimeRange> range = timeline.selectedRange();
    if (!range || !workspace.isTraceInFront())
        return std::nullopt;
    const auto &comparison = workspace.shown().comparison;
    if (!comparison)
        return range;
    const auto own = [&](std::int64_t ns) { return comparison->runs->ownTime(comparison->alone, ns); };
    return TimeRange{own(range->begin), own(range->end)};
}

} // namespace streamscope
