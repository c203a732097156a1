// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/operator_work.h"

#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace streamscope {

namespace {

/// PyTorch marks its optimizers itself, as ranges; ranges of the program may hold anything.
bool isOfFramework(const HostEvents &events, std::size_t event)
{
    constexpr std::string_view optimizer = "Optimizer."; // step and zero_grad
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

OperatorWork::Interval OperatorWork::ownWork(std::int32_t thread, std::int64_t begin, std::int64_t end) const
{
    constexpr std::int64_t pause = 50'000;        // between two operators, in Python
    constexpr std::int64_t longestAlone = 50'000; // an operator that issues nothing and takes longer computes
    const auto found = m_inside.find(thread);
    if (found == m_inside.end())
        return {begin, end};
    const std::vector<Interval> &all = found->second;
    const auto first = std::lower_bound(all.begin(), all.end(), begin, [](const Interval &interval, std::int64_t time) {
        return interval.end <= time;
    });
    const auto past = std::lower_bound(
        first, all.end(), end, [](const Interval &interval, std::int64_t time) { return interval.begin < time; });
    const auto isAlone = [](const Interval &interval) { return interval.end - interval.begin > longestAlone; };
    Interval own{begin, end};
    for (auto next = past; next != first; --next) { // those that lead to the second call, but not the first one's own
        const Interval &before = *std::prev(next);
        if (next == past ? before.end < end : own.end - before.end > pause || isAlone(before) || before.begin <= begin)
            break;
        own.end = std::max(before.begin, begin);
    }
    for (auto next = first; next != past && next->begin < own.end; ++next) {
        if (next == first ? next->begin > begin : next->begin - own.begin > pause || isAlone(*next))
            break;
        own.begin = std::min(next->end, own.end);
    }
    return own;
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

bool OperatorWork::isInOne(std::int32_t thread, std::int64_t earlier, std::int64_t later) const
{
    const auto found = m_inside.find(thread);
    if (found == m_inside.end())
        return false;
    const std::vector<Interval> &all = found->second;
    const auto around = std::lower_bound(
        all.begin(), all.end(), later, [](const Interval &interval, std::int64_t time) { return interval.end < time; });
    return around != all.end() && around->begin <= earlier;
}

} // namespace streamscope
