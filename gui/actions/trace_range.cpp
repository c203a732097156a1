// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/trace_range.h"

#include "gui/comparison/comparison_controller.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/workspace/workspace.h"

namespace streamscope {

std::optional<TimeRange> selectedTraceRange(const Workspace &workspace, const ComparisonController &comparison,
                                            const TimelineState &timeline)
{
    const std::optional<TimeRange> range = timeline.selectedRange();
    if (!range || !workspace.isTraceInFront())
        return std::nullopt;
    const auto compared = comparison.compared();
    return compared ? TimeRange{compared->ownTime(Side::A, range->begin), compared->ownTime(Side::A, range->end)}
                    : range;
}

} // namespace streamscope
