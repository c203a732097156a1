// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_steps.h"

#include "engine/analysis/steps/steps.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <optional>

namespace streamscope {

namespace {

/// From the first start to the last end of the operations that GPUs executed; empty without any.
std::optional<TimeRange> extentOf(const Timeline &timeline)
{
    std::optional<TimeRange> extent;
    const Timeline::Ends ends = timeline.ends();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!runsOnGpu(timeline.kinds()[i]))
            continue;
        if (!extent)
            extent = TimeRange{timeline.starts()[i], ends[i]};
        extent->begin = std::min(extent->begin, timeline.starts()[i]);
        extent->end = std::max(extent->end, ends[i]);
    }
    return extent;
}

} // namespace

std::vector<RankStep> stepsOfRank(const ImportedTrace &trace, const RankUse &use, std::int64_t zero)
{
    const Timeline &timeline = trace.recording.timeline;
    const std::optional<TimeRange> all = extentOf(timeline);
    if (!all)
        return {};
    std::vector<RankStep> made;
    std::vector<Step> steps = findSteps(timeline).steps;
    std::erase_if(steps, [](const Step &step) { return !step.onDevice(); });
    for (std::size_t i = 0; i < steps.size(); ++i) { // to the next one, so that a pause between them counts
        const std::int64_t begin = steps[i].deviceBegin;
        const std::int64_t end = std::max(begin, i + 1 < steps.size() ? steps[i + 1].deviceBegin : steps[i].deviceEnd);
        made.push_back({steps[i].name, detail::saturatedAdd(zero, begin), detail::saturatedAdd(zero, end),
                        use.timesIn(begin, end)});
    }
    if (!made.empty())
        return made;
    return {{std::string(), detail::saturatedAdd(zero, all->begin), detail::saturatedAdd(zero, all->end),
             use.timesIn(all->begin, all->end)}};
}

} // namespace streamscope
