// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/summary.h"

#include "engine/timeline/saturating.h"

namespace streamscope {

namespace {

double ratio(std::int64_t a, std::int64_t b)
{
    return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0;
}

} // namespace

Summary summarize(const Recording &recording, const EngineTimes &times)
{
    const Timeline &timeline = recording.timeline;
    Summary summary;
    summary.makespanNs = recording.makespans.median();
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (const OperationKind kind = timeline.kinds()[i]; runsOnGpu(kind) || isHostWork(kind))
            addTime(summary.serialNs, timeline.ends()[i] - timeline.starts()[i]);
    const Bound bound = boundOf(times);
    summary.boundNs = bound.ns;
    summary.boundEngine = bound.engine;
    summary.speedup = ratio(summary.serialNs, summary.makespanNs);
    summary.efficiency = ratio(summary.boundNs, summary.makespanNs);
    return summary;
}

} // namespace streamscope
