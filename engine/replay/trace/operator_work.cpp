// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/operator_work.h"

#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

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

bool addsGradients(const HostEvents &events, std::size_t event)
{
    return std::string_view(events.name(event))
        .starts_with("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad");
}

/// A range of the program (record_function, an NVTX range) that operators stand in. To enter and to leave it takes
/// time, too: under PyTorch's profiler 6 to 9 us each. What the program computes there takes longer.
class RangeEnds
{
public:
    RangeEnds(const HostEvents &events, const EventThread &thread) : m_events(events), m_thread(thread) {}

    /// Calls `take` with the begin and the end of each such time.
    template <typename Take>
    void forEach(Take take)
    {
        std::vector<Open> open;
        for (std::uint32_t i = m_thread.first; i < m_thread.past; ++i) {
            close(open, m_events.begin(i), take);
            if (m_events.kind(i) == HostEventKind::Range) {
                open.push_back({m_events.begin(i), m_events.end(i), 0});
                continue;
            }
            if (m_events.kind(i) != HostEventKind::Operator)
                continue;
            std::int64_t inner = m_events.begin(i);
            for (auto range = open.rbegin(); range != open.rend() && range->lastEnd == 0; ++range) {
                takeShort(range->begin, std::exchange(inner, range->begin), take);
                range->lastEnd = m_events.end(i);
            }
            if (!open.empty())
                open.back().lastEnd = std::max(open.back().lastEnd, m_events.end(i));
        }
        close(open, std::numeric_limits<std::int64_t>::max(), take);
    }

private:
    struct Open
    {
        std::int64_t begin, end, lastEnd; ///< lastEnd: of the operators in it, 0: none
    };
    template <typename Take>
    static void close(std::vector<Open> &open, std::int64_t now, Take take)
    {
        while (!open.empty() && open.back().end <= now) {
            const Open range = open.back();
            open.pop_back();
            if (range.lastEnd == 0)
                continue;
            takeShort(range.lastEnd, range.end, take);
            if (!open.empty())
                open.back().lastEnd = std::max(open.back().lastEnd, range.end);
        }
    }
    template <typename Take>
    static void takeShort(std::int64_t begin, std::int64_t end, Take take)
    {
        constexpr std::int64_t longest = 15'000;
        if (begin < end && end - begin <= longest)
            take(begin, end);
    }

    const HostEvents &m_events;
    const EventThread &m_thread;
};

} // namespace

OperatorWork::OperatorWork(const Timeline &timeline, const ThreadTurns &turns)
{
    const HostEvents *events = timeline.hostEvents();
    if (!events)
        return;
    for (const EventThread &thread : events->threads()) {
        std::vector<Interval> &inside = m_inside[turns.threadFor(thread.number)];
        for (std::uint32_t i = thread.first; i < thread.past; ++i) {
            if (isOfFramework(*events, i))
                inside.push_back({events->begin(i), events->end(i)});
            if (addsGradients(*events, i))
                m_addGradients[turns.threadFor(thread.number)].push_back({events->begin(i), events->end(i)});
        }
        RangeEnds(*events, thread).forEach([&inside](std::int64_t begin, std::int64_t end) {
            inside.push_back({begin, end});
        });
    }
    addHandOvers(*events, turns);
    for (auto &[thread, all] : m_addGradients)
        std::sort(all.begin(), all.end(), [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
    for (auto &[thread, all] : m_inside) {
        std::sort(all.begin(), all.end(), [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
        std::size_t kept = 0;
        for (const Interval &next : all)
            if (kept > 0 && next.begin <= all[kept - 1].end) {
                all[kept - 1].end = std::max(all[kept - 1].end, next.end);
                all[kept - 1].handsOver = all[kept - 1].handsOver || next.handsOver;
            } else
                all[kept++] = next;
        all.resize(kept);
    }
}

/// From a script's last operator to the first one of the autograd engine's thread, and from its last one to the
/// script's next, the engine sorts what it has to do and wakes a thread: 180 and 400 us under a profiler.
void OperatorWork::addHandOvers(const HostEvents &events, const ThreadTurns &turns)
{
    constexpr std::int64_t longest = 500'000;
    constexpr std::string_view engine = "autograd::engine::";
    struct Part
    {
        Interval time;
        std::int32_t thread;
        bool isEngine;
    };
    std::map<std::int32_t, std::vector<Part>> parts;
    for (const EventThread &thread : events.threads())
        for (std::uint32_t i = thread.first; turns.joined() > 0 && i < thread.past; ++i)
            if (isOfFramework(events, i))
                parts[turns.threadFor(thread.number)].push_back({{events.begin(i), events.end(i)},
                                                                 thread.number,
                                                                 std::string_view(events.name(i)).starts_with(engine)});
    for (auto &[thread, all] : parts) {
        std::sort(all.begin(), all.end(), [](const Part &a, const Part &b) { return a.time.begin < b.time.begin; });
        std::map<std::int32_t, std::int64_t> ends; // by thread, of the parts so far
        bool wasEngine = false;
        std::int32_t last = thread;
        for (const Part &next : all) {
            const std::int64_t before = ends.contains(last) ? ends.at(last) : next.time.begin;
            if (next.thread != last && (next.isEngine || wasEngine) && next.time.begin - before <= longest)
                m_inside[thread].push_back({before, next.time.begin, true});
            if (next.thread != last || next.isEngine)
                wasEngine = next.isEngine;
            last = next.thread;
            ends[last] = std::max(ends[last], next.time.end);
        }
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
    const auto isAlone = [](const Interval &interval) {
        return !interval.handsOver && interval.end - interval.begin > longestAlone;
    };
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

OperatorWork::Interval OperatorWork::betweenOperators(std::int32_t thread, std::int64_t begin, std::int64_t end) const
{
    const Interval *const first = around(thread, begin), *const second = around(thread, end);
    if (first && first == second)
        return {begin, end};
    return {first ? first->end : begin, second ? second->begin : end};
}

/// The outermost operator that is open at this time; null where none is, or one that stays anyhow.
const OperatorWork::Interval *OperatorWork::around(std::int32_t thread, std::int64_t time) const
{
    return openAt(m_addGradients, thread, time) ? nullptr : openAt(m_inside, thread, time);
}

const OperatorWork::Interval *OperatorWork::openAt(const Intervals &intervals, std::int32_t thread, std::int64_t time)
{
    const auto found = intervals.find(thread);
    if (found == intervals.end())
        return nullptr;
    const auto next =
        std::lower_bound(found->second.begin(), found->second.end(), time,
                         [](const Interval &interval, std::int64_t value) { return interval.end <= value; });
    return next != found->second.end() && next->begin < time ? &*next : nullptr;
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
