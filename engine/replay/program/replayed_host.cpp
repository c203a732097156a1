// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/replayed_host.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace streamscope {

namespace {

std::uint32_t nsOf(std::int64_t duration)
{
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(duration, 0, most));
}

} // namespace

ReplayedHost::Thread &ReplayedHost::threadOf(const TraceStep &step)
{
    const auto [entry, isNew] = m_threads.try_emplace(m_turns.threadFor(step.thread));
    if (isNew) {
        entry->second.number = std::min(static_cast<std::int32_t>(m_threads.size()) - 1, maxHostThreads - 1);
        entry->second.until = m_begin;
        entry->second.traced = entry->first;
    }
    return entry->second;
}

void ReplayedHost::addGap(Thread &thread, std::int64_t until, bool known)
{
    if (until <= thread.until)
        return;
    const std::int64_t begin = std::exchange(thread.until, until);
    if (!known) {
        m_parts.hostWork(thread.number, until - begin, false);
        return;
    }
    const OperatorWork::Interval own = m_operators.ownWork(thread.traced, begin, until);
    if (!standsApart(thread, own, begin, until)) {
        const OperatorWork::Interval between = m_operators.betweenOperators(thread.traced, begin, until);
        addWork(thread, until - begin, isFilled(thread, begin, until) ? m_operatorsName : m_noName,
                {nsOf(between.begin - begin), nsOf(until - between.end)});
        return;
    }
    addWork(thread, own.begin - begin, m_operatorsName);
    addWork(thread, own.end - own.begin, isFilled(thread, own.begin, own.end) ? m_hostOperatorsName : m_noName);
    addWork(thread, until - own.end, m_operatorsName);
}

bool ReplayedHost::isFilled(const Thread &thread, std::int64_t begin, std::int64_t end) const
{
    return m_operators.fills(thread.traced, begin, end);
}

/// The program's own work is long enough to stand apart from the work of operators around it; else all is one. Behind a
/// collective it always does: the rest of the collective's own operator is work for that.
bool ReplayedHost::standsApart(const Thread &thread, OperatorWork::Interval own, std::int64_t begin,
                               std::int64_t end) const
{
    constexpr std::int64_t shortest = 20'000, shortestPart = 5'000, ofFilled = 50'000;
    const std::int64_t ownNs = own.end - own.begin;
    if (ownNs == end - begin)
        return false; // there is nothing else
    if (thread.behindCollective)
        return true;
    if (end - begin < shortest)
        return false;
    const std::int64_t least = isFilled(thread, begin, end) ? ofFilled : shortestPart;
    return ownNs >= least && end - begin - ownNs >= shortestPart;
}

void ReplayedHost::addWork(const Thread &thread, std::int64_t durationNs, const SharedText &name,
                           Operation::OperatorEnds ends)
{
    if (durationNs <= 0)
        return;
    Operation &work = m_parts.hostWork(thread.number, durationNs, true);
    work.name = name;
    work.setOperatorEnds(ends);
}

bool ReplayedHost::waited(Thread &thread, std::int32_t stream) const
{
    const std::size_t before = std::exchange(thread.waitsBefore[stream], thread.waits.size());
    return before < thread.waits.size();
}

void ReplayedHost::dropWaitsOfCollective(Thread &thread, std::int64_t launch) const
{
    while (!thread.waits.empty() && m_operators.isInOne(thread.traced, thread.waits.back(), launch))
        thread.waits.pop_back();
    for (auto &[stream, before] : thread.waitsBefore)
        before = std::min(before, thread.waits.size());
}

} // namespace streamscope
