// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/critical_path.h"

#include <algorithm>
#include <optional>

namespace streamscope {

namespace {

void charge(CriticalPath &path, const Span &span, bool communicates)
{
    const std::int64_t ns = span.duration();
    if (isCopy(span.kind))
        path.copy += ns;
    else if (span.kind == OperationKind::Memset)
        path.memset += ns;
    else
        (communicates || span.kind == OperationKind::Collective ? path.communication : path.compute) += ns;
    ++path.operations;
}

} // namespace

CriticalPath criticalPath(const Timeline &timeline, const RunDependencies &dependencies, int device,
                          const std::vector<bool> &communicates)
{
    const auto counts = [&](std::size_t i) {
        return runsOnGpu(timeline.kinds()[i]) && timeline.device(i) == device && !timeline.isMigration(i);
    };
    CriticalPath path;
    std::optional<std::uint32_t> last;
    std::int64_t previous = unknownTime; // end of the step before; at first the start of the device's work
    for (std::uint32_t i = 0; i < timeline.size(); ++i) {
        if (!counts(i))
            continue;
        previous = last ? std::min(previous, timeline.starts()[i]) : timeline.starts()[i];
        if (!last || timeline.ends()[i] >= timeline.ends()[*last])
            last = i;
    }
    if (!last)
        return path;
    for (const CriticalStep &step : dependencies.criticalPathTo(*last)) {
        if (!counts(step.span))
            continue;
        const Span span = timeline.span(step.span);
        if (span.issue != unknownTime && span.issue > previous && span.issue <= span.start) {
            path.launch += span.start - span.issue; // the host was late
            path.host += span.issue - previous;
        } else {
            path.wait += span.start - previous;
        }
        charge(path, span, communicates[span.name]);
        previous = span.end;
    }
    return path;
}

} // namespace streamscope
