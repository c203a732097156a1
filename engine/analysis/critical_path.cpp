// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/critical_path.h"

#include "engine/analysis/device_figures.h"

#include <algorithm>

namespace streamscope {

namespace {

void charge(CriticalPath &path, const Span &span, std::int64_t ns, bool communicates)
{
    if (isCopy(span.kind))
        path.copy += ns;
    else if (span.kind == OperationKind::Memset)
        path.memset += ns;
    else
        (communicates || span.kind == OperationKind::Collective ? path.communication : path.compute) += ns;
    ++path.operations;
}

/// The operations of a device, in the order in which they ended.
std::vector<std::uint32_t> byEnd(const Timeline &timeline, int device)
{
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (runsOnGpu(timeline.kinds()[i]) && timeline.device(i) == device && !timeline.isMigration(i))
            order.push_back(static_cast<std::uint32_t>(i));
    }
    const auto ends = timeline.ends();
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(ends[a], timeline.starts()[a]) < std::pair(ends[b], timeline.starts()[b]);
    });
    return order;
}

} // namespace

CriticalPath criticalPath(const Timeline &timeline, int device, const std::vector<bool> &communicates)
{
    CriticalPath path;
    const std::vector<std::uint32_t> order = byEnd(timeline, device);
    if (order.empty())
        return path;
    const auto ends = timeline.ends();
    std::int64_t first = timeline.starts()[order.front()];
    for (const std::uint32_t i : order)
        first = std::min(first, timeline.starts()[i]);
    auto at = order.end() - 1;
    for (;;) {
        const Span span = timeline.span(*at);
        charge(path, span, span.duration(), communicates[span.name]);
        const auto endedBefore = [&](std::int64_t time) {
            return std::upper_bound(order.begin(), at, time,
                                    [&](std::int64_t t, std::uint32_t i) { return t < ends[i]; });
        };
        auto before = endedBefore(span.start);
        const std::int64_t previous = before == order.begin() ? first : ends[*(before - 1)];
        if (span.issue != unknownTime && span.issue > previous && span.issue <= span.start) {
            path.launch += span.start - span.issue; // the host was late
            path.host += span.issue - previous;
        } else {
            path.wait += span.start - previous;
        }
        if (before == order.begin())
            return path;
        at = before - 1;
    }
}

} // namespace streamscope
