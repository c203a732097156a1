// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/replayed_host.h"

#include <algorithm>
#include <utility>

namespace streamscope {

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
    const OperatorWork::Interval own = partOfItsOwn(thread, begin, until);
    const bool isAll = own.end - own.begin == until - begin;
    addWork(thread, own.begin - begin, m_operatorsName);
    if (!isFilled(thread, own.begin, own.end))
        addWork(thread, own.end - own.begin, m_noName);
    else
        addWork(thread, own.end - own.begin, isAll ? m_operatorsName : m_hostOperatorsName);
    addWork(thread, until - own.end, m_operatorsName);
}

bool ReplayedHost::isFilled(const Thread &thread, std::int64_t begin, std::int64_t end) const
{
    return m_operators.fills(thread.traced, begin, end);
}

/// Long enough to stand apart from the work of operators around it; else all is one. Behind a collective it always
/// does: the rest of the collective's own operator is work for that.
OperatorWork::Interval ReplayedHost::partOfItsOwn(const Thread &thread, std::int64_t begin, std::int64_t end) const
{
    constexpr std::int64_t shortest = 20'000, shortestPart = 5'000, ofFilled = 50'000;
    if (end - begin < shortest && !thread.behindCollective)
        return {begin, end};
    const OperatorWork::Interval own = m_operators.ownWork(thread.traced, begin, end);
    if (thread.behindCollective)
        return own;
    const std::int64_t ownNs = own.end - own.begin, least = isFilled(thread, begin, end) ? ofFilled : shortestPart;
    return ownNs < least || end - begin - ownNs < shortestPart ? OperatorWork::Interval{begin, end} : own;
}

void ReplayedHost::addWork(const Thread &thread, std::int64_t durationNs, const SharedText &name)
{
    if (durationNs > 0)
        m_parts.hostWork(thread.number, durationNs, true).name = name;
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
