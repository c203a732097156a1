// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/summary.h"

#include "engine/analysis/device_figures.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <map>
#include <utility>

namespace streamscope {

namespace {

/// Host work counts as an operation of the host; synchronisation is waiting, not work.
bool countsAsWork(OperationKind kind)
{
    return runsOnGpu(kind) || kind == OperationKind::HostWork || kind == OperationKind::HostFunction;
}

double ratio(std::int64_t a, std::int64_t b)
{
    return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0;
}

} // namespace

Summary summarize(const Recording &recording)
{
    const Timeline &timeline = recording.timeline;
    Summary summary;
    summary.makespanNs = recording.makespans.median();
    std::map<std::pair<int, Engine>, std::vector<IntervalSet::Interval>> engines;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!countsAsWork(timeline.kinds()[i]))
            continue;
        const Span span = timeline.span(i);
        addTime(summary.serialNs, span.duration());
        Engine engine = span.engine;
        if (engine == Engine::CopyD2H && recording.device.hostCopyEngines() < 2)
            engine = Engine::CopyH2D;
        engines[{timeline.device(i), engine}].push_back({span.start, span.end});
    }
    for (auto &[key, intervals] : engines) {
        const std::int64_t busy = IntervalSet(std::move(intervals)).length();
        if (busy > summary.boundNs) {
            summary.boundNs = busy;
            summary.boundEngine = key.second;
        }
    }
    summary.speedup = ratio(summary.serialNs, summary.makespanNs);
    summary.efficiency = ratio(summary.boundNs, summary.makespanNs);
    return summary;
}

} // namespace streamscope
