// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/operator_work.h"

#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <string_view>

namespace streamscope {

namespace {

/// PyTorch marks its optimizers itself, as ranges; ranges of the program may hold anything.
bool isOfFramework(const HostEvents &events, std::size_t event)
{
    constexpr std::string_view optimizer = "Optimizer.step#";
    const HostEventKind kind = events.kind(event);
    return kind == HostEventKind::Operator
           || (kind == HostEventKind::Range && std::string_view(events.name(event)).starts_with(optimizer));
}

} // namespace

OperatorWork::OperatorWork(const Timeline &timeline, const ThreadTurns &turns)
{
    const HostEvents *events = timeline.hostEvents();
    if (!events)
        return;
    for (const EventThread &thread : events->threads())
        for (std::uint32_t i = thread.first; i < thread.past; ++i)
            if (isOfFramework(*events, i))
                m_inside[turns.threadFor(thread.number)].push_back({events->begin(i), events->end(i)});
    for (auto &[thread, all] : m_inside) {
        std::sort(all.begin(), all.end(), [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
        std::size_t kept = 0;
        for (const Interval &next : all)
            if (kept > 0 && next.begin <= all[kept - 1].end)
                all[kept - 1].end = std::max(all[kept - 1].end, next.end);
            else
                all[kept++] = next;
        all.resize(kept);
    }
}

bool OperatorWork::fills(std::int32_t thread, std::int64_t begin, std::int64_t end) const
{
    const auto found = m_inside.find(thread);
    if (found == m_inside.end())
        return false;
    const std::vector<Interval> &all = found->second;
    auto next = std::lower_bound(all.begin(), all.end(), begin,
                                 [](const Interval &interval, std::int64_t time) { return interval.end <= time; });
    std::int64_t inside = 0;
    for (; next != all.end() && next->begin < end; ++next)
        inside += std::min(next->end, end) - std::max(next->begin, begin);
    return 2 * inside >= end - begin;
}

} // namespace streamscope
