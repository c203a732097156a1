// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/lock_waits.h"

#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t untilLocked = 5'000;   // behind the begin of the copy's call most get through, nanoseconds
constexpr std::int64_t shortestCopy = 50'000; // calls beside shorter ones say little
constexpr std::int64_t clockDoubt = 5'000;    // two threads' times
constexpr std::int64_t leastWait = 20'000;
constexpr std::size_t perException = 4; // calls that waited, for each that got through

/// A call that began while another thread was in that of a pageable copy.
struct Meeting
{
    std::size_t step = 0;
    std::int64_t waited = 0; ///< 0: it got through
    std::int32_t stream = -1, holder = -1;
    bool takesAll = false; ///< in any stream: a host function
};

/// That the call needs the lock for.
std::int32_t streamOf(const Timeline &timeline, const TraceStep &step)
{
    return step.kind == HostCallKind::EventRecord ? step.stream : issuedStream(timeline, step);
}

bool isPageableCall(const Timeline &timeline, const TraceStep &step)
{
    if (step.kind != HostCallKind::Copy || step.spans == 0 || step.duration() < shortestCopy)
        return false;
    const Span span = timeline.span(step.firstSpan);
    return isHostCopy(span.kind) && (span.from == MemoryKind::Pageable || span.to == MemoryKind::Pageable);
}

bool takesLock(HostCallKind kind)
{
    switch (kind) {
    case HostCallKind::Launch:
    case HostCallKind::GraphLaunch:
    case HostCallKind::Copy:
    case HostCallKind::Memset:
    case HostCallKind::EventRecord:
    case HostCallKind::HostFunction:
        return true;
    default:
        return false;
    }
}

/// All meetings, in the order of the steps.
std::vector<Meeting> meetings(const Timeline &timeline, const std::vector<TraceStep> &steps, const ThreadTurns &turns)
{
    std::vector<Meeting> found;
    std::vector<std::size_t> open; // copies whose calls go on
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const TraceStep &step = steps[i];
        std::erase_if(open, [&](std::size_t copy) { return steps[copy].end <= step.begin; });
        const std::int32_t stream = open.empty() || !takesLock(step.kind) ? -1 : streamOf(timeline, step);
        for (const std::size_t copy : open) {
            const TraceStep &held = steps[copy];
            const bool waited = step.end + clockDoubt >= held.end;
            const bool beside = turns.threadFor(held.thread) != turns.threadFor(step.thread)
                                && (waited || step.begin >= held.begin + untilLocked)
                                && step.begin + leastWait < held.end;
            if (!beside || !takesLock(step.kind) || (stream < 0 && step.kind != HostCallKind::HostFunction))
                continue;
            found.push_back({i, waited ? std::min(step.end, held.end) - step.begin : 0, stream,
                             streamOf(timeline, held), step.kind == HostCallKind::HostFunction});
        }
        if (isPageableCall(timeline, step))
            open.push_back(i);
    }
    return found;
}

} // namespace

LockWaits::LockWaits(const Timeline &timeline, const std::vector<TraceStep> &steps, const ThreadTurns &turns)
{
    const std::vector<Meeting> all = meetings(timeline, steps, turns);
    for (std::size_t i = 0; i < timeline.streams().size() && !all.empty(); ++i) {
        const TimelineStream &stream = timeline.streams()[i];
        const auto index = static_cast<std::int32_t>(i);
        const bool isNamed = stream.role == StreamRole::LegacyDefault;
        const bool maybe = stream.role == StreamRole::Ordinary && (stream.id == "7" || stream.id == "null");
        std::size_t waited = 0, passed = 0;
        for (const Meeting &meeting : all)
            if (meeting.stream == index || meeting.holder == index)
                ++(meeting.waited > 0 ? waited : passed);
        if (isNamed || (maybe && waited > 0 && passed * perException <= waited))
            m_nullStreams.push_back(index);
    }
    const auto isNull = [this](std::int32_t stream) {
        return std::find(m_nullStreams.begin(), m_nullStreams.end(), stream) != m_nullStreams.end();
    };
    for (const Meeting &meeting : all)
        if (meeting.waited > 0 && (meeting.takesAll || isNull(meeting.stream) || isNull(meeting.holder)))
            m_waits[meeting.step] = std::max(m_waits[meeting.step], meeting.waited);
}

std::int64_t LockWaits::of(std::size_t step) const
{
    const auto found = m_waits.find(step);
    return found == m_waits.end() ? 0 : found->second;
}

} // namespace streamscope
