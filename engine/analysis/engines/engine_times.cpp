// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/engines/engine_times.h"

#include "engine/timeline/interval_set.h"

#include <vector>

namespace streamscope {

EngineTimes engineTimes(const Recording &recording)
{
    const Timeline &timeline = recording.timeline;
    std::map<std::pair<int, Engine>, std::vector<IntervalSet::Interval>> work;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const OperationKind kind = timeline.kinds()[i];
        if ((!runsOnGpu(kind) && !isHostWork(kind)) || timeline.isMigration(i))
            continue;
        const Engine engine = servingEngine(timeline.engines()[i], recording.device.hasOneCopyEngine());
        work[{timeline.device(i), engine}].push_back({timeline.starts()[i], timeline.ends()[i]});
    }
    EngineTimes times;
    for (auto &[engine, intervals] : work)
        times[engine] = IntervalSet(std::move(intervals)).length();
    return times;
}

Bound boundOf(const EngineTimes &times, std::optional<int> device)
{
    Bound bound;
    for (const auto &[key, ns] : times)
        if ((!device || (key.first == *device && key.second != Engine::Host)) && ns > bound.ns)
            bound = {ns, key.second};
    return bound;
}

} // namespace streamscope
