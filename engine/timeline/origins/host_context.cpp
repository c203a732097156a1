// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/origins/host_context.h"

#include "engine/timeline/origins/open_events.h"

#include <algorithm>

namespace streamscope {

std::uint32_t callOf(const Timeline &timeline, std::size_t operation)
{
    const HostCalls &calls = timeline.hostCalls();
    const std::int64_t issue = timeline.issue(operation);
    if (issue == unknownTime || calls.empty())
        return HostCall::none;
    auto call = std::upper_bound(calls.begin(), calls.end(), issue,
                                 [](std::int64_t time, const HostCall &c) { return time < c.begin; });
    constexpr int mostSteps = 64; // the driver's call within the runtime's begins a little later
    for (int step = 0; call != calls.begin() && step < mostSteps; ++step) {
        --call;
        if (call->spans > 0 && operation >= call->firstSpan && operation - call->firstSpan < call->spans)
            return static_cast<std::uint32_t>(call - calls.begin());
    }
    return HostCall::none;
}

std::optional<TimeRange> callTimes(const Timeline &timeline, std::size_t operation)
{
    if (!runsOnGpu(timeline.kinds()[operation]))
        return std::nullopt;
    if (const std::uint32_t call = callOf(timeline, operation); call != HostCall::none)
        return TimeRange{timeline.hostCalls()[call].begin, timeline.hostCalls()[call].end};
    const std::int64_t issue = timeline.issue(operation), returned = timeline.returned(operation);
    return issue != unknownTime && returned != unknownTime ? std::optional(TimeRange{issue, returned}) : std::nullopt;
}

HostContext hostContextOf(const Timeline &timeline, std::size_t operation)
{
    HostContext context;
    const std::int64_t issue = timeline.issue(operation);
    if (issue == unknownTime)
        return context;
    context.call = callOf(timeline, operation);
    context.thread = timeline.thread(operation);
    const HostEvents *events = timeline.hostEvents();
    if (!events)
        return context;
    const OpenEvents open(timeline);
    open.forEach(open.at(operation), [&](std::uint32_t event) {
        const HostEventKind kind = events->kind(event);
        if (kind == HostEventKind::Range)
            context.ranges.push_back(event);
        else if (kind == HostEventKind::Operator)
            context.operators.push_back(event);
        else if (kind == HostEventKind::PythonFrame)
            context.frames.push_back(event);
    });
    for (auto *list : {&context.ranges, &context.operators, &context.frames})
        std::reverse(list->begin(), list->end());
    return context;
}

} // namespace streamscope
