// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/host_figures.h"

#include "engine/analysis/device_figures.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/lanes.h"

namespace streamscope {

HostFigures hostFigures(const Timeline &timeline)
{
    HostFigures figures;
    std::vector<IntervalSet::Interval> waits;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const OperationKind kind = timeline.kinds()[i];
        if (kind == OperationKind::Sync) {
            const LaneInterval call = intervalOn(LaneKind::Host, timeline, static_cast<std::uint32_t>(i));
            ++figures.synchronisations;
            waits.push_back({call.begin, call.end});
        } else if (runsOnGpu(kind)) {
            ++(timeline.span(i).issue == unknownTime ? figures.issuedUnknown : figures.issuedKnown);
        }
    }
    figures.blockedNs = IntervalSet(std::move(waits)).length();
    return figures;
}

} // namespace streamscope
