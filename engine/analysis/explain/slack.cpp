// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/explain/slack.h"

#include "engine/analysis/explain/busy_engines.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace streamscope {

namespace {

/// When an operation can begin at the earliest, for what held it: a synchronisation ends behind what it waits for.
std::int64_t waitedUntil(const Timeline &timeline, std::uint32_t span)
{
    return timeline.kinds()[span] == OperationKind::Sync ? timeline.ends()[span] : timeline.starts()[span];
}

/// Of the last operation of a GPU: a program often synchronises once more when all is over.
std::int64_t lastEnd(const Timeline &timeline)
{
    std::int64_t last = timeline.begin();
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (runsOnGpu(timeline.kinds()[i]))
            last = std::max(last, timeline.ends()[i]);
    return last;
}

} // namespace

std::vector<std::int64_t> slackOf(const Timeline &timeline, const RunDependencies &dependencies)
{
    const std::int64_t last = lastEnd(timeline);
    std::vector<std::int64_t> slack(timeline.size());
    for (std::size_t i = 0; i < timeline.size(); ++i)
        slack[i] = std::max<std::int64_t>(last - timeline.ends()[i], 0);
    std::vector<std::uint32_t> byEnd(timeline.size());
    std::iota(byEnd.begin(), byEnd.end(), 0U);
    const auto key = [&timeline](std::uint32_t i) { // operations of length 0 end with what they wait for
        return std::tuple(timeline.ends()[i], timeline.starts()[i], i);
    };
    std::sort(byEnd.begin(), byEnd.end(), [&key](std::uint32_t a, std::uint32_t b) { return key(a) > key(b); });
    const BusyEngines engines(timeline);
    for (const std::uint32_t span : byEnd) { // all that it held are done
        std::vector<Dependency> held = dependencies.into(span);
        const std::int64_t past = waitedUntil(timeline, span);
        std::int64_t latest = timeline.issue(span) == unknownTime ? timeline.begin() : timeline.issue(span);
        for (const Dependency &dependency : held)
            if (const std::int64_t end = timeline.ends()[dependency.from]; end <= past)
                latest = std::max(latest, end);
        if (const auto served = engines.before(span, latest)) {
            held.push_back({*served, span, DependencyKind::Engine});
            latest = timeline.ends()[*served];
        }
        for (const Dependency &dependency : held) {
            const std::int64_t end = timeline.ends()[dependency.from];
            if (end > past) // the times contradict the order
                continue;
            // The host's own work before the call stays.
            const bool byHost = dependency.kind == DependencyKind::Host && timeline.issue(span) != unknownTime;
            const std::int64_t arrival = byHost ? std::max(end, std::min(timeline.issue(span), latest)) : end;
            slack[dependency.from] = std::min(slack[dependency.from], slack[span] + latest - arrival);
        }
    }
    return slack;
}

} // namespace streamscope
