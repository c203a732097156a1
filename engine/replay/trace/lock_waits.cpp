// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/lock_waits.h"

#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t untilLocked = 5'000;   // behind the begin of the copy's call most get through, nanoseconds
constexpr std::int64_t shortestCopy = 50'000; // calls beside shorter ones say little
constexpr std::int64_t clockDoubt = 5'000;    // two threads' times
constexpr std::int64_t leastWait = 20'000;
constexpr std::size_t perException = 4; // calls that waited, for each that got through

/// A call that began while another thread was in one that holds the lock.
struct Meeting
{
    std::size_t step = 0;
    std::int64_t waited = 0; ///< 0: it got through
    std::int32_t stream = -1, holder = -1;
    bool takesAll = false;     ///< in any stream: a host function, or beside an allocation
    bool ofAllocation = false; ///< which held the lock
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

/// Of memory of the device, and not of a pool: DriverLock.
bool isAllocationCall(const Timeline &timeline, const TraceStep &step)
{
    if ((step.kind != HostCallKind::Alloc && step.kind != HostCallKind::Free) || step.name == HostCall::none)
        return false;
    const std::string_view name = timeline.name(step.name);
    return !isStreamOrderedCall(name) && name.find("Host") == std::string_view::npos;
}

bool takesLock(const Timeline &timeline, const TraceStep &step)
{
    switch (step.kind) {
    case HostCallKind::Launch:
    case HostCallKind::GraphLaunch:
    case HostCallKind::Copy:
    case HostCallKind::Memset:
    case HostCallKind::EventRecord:
    case HostCallKind::HostFunction:
        return true;
    default:
        return isAllocationCall(timeline, step);
    }
}

/// All meetings, in the order of the steps.
std::vector<Meeting> meetings(const Timeline &timeline, const std::vector<TraceStep> &steps, const ThreadTurns &turns)
{
    std::vector<Meeting> found;
    std::vector<std::size_t> open; // calls that go on and hold the lock
    bool works = false;            // before all work a replay has no allocations
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const TraceStep &step = steps[i];
        std::erase_if(open, [&](std::size_t holder) { return steps[holder].end <= step.begin; });
        const bool takes = !open.empty() && takesLock(timeline, step);
        const bool allocates = takes && isAllocationCall(timeline, step);
        const bool takesAll = allocates || step.kind == HostCallKind::HostFunction;
        const std::int32_t stream = takes && !takesAll ? streamOf(timeline, step) : -1;
        for (const std::size_t holder : open) {
            const TraceStep &held = steps[holder];
            const bool ofAllocation = isAllocationCall(timeline, held);
            const bool waited = step.end + clockDoubt >= held.end;
            const bool beside = turns.threadFor(held.thread) != turns.threadFor(step.thread)
                                && (waited || step.begin >= held.begin + untilLocked)
                                && step.begin + (allocates ? 0 : leastWait) < held.end; // it takes 40 us and more
            if (!beside || !takes || (stream < 0 && !takesAll))
                continue;
            found.push_back({i, waited ? std::min(step.end, held.end) - step.begin : 0, stream,
                             ofAllocation ? -1 : streamOf(timeline, held), ofAllocation || takesAll, ofAllocation});
        }
        works |= step.spans > 0 && issuedStream(timeline, step) >= 0;
        if (isPageableCall(timeline, step) || (works && isAllocationCall(timeline, step)))
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
            if (!meeting.ofAllocation && (meeting.stream == index || meeting.holder == index))
                ++(meeting.waited > 0 ? waited : passed);
        if (isNamed || (maybe && waited > 0 && passed * perException <= waited))
            m_nullStreams.push_back(index);
    }
    const auto isNull = [this](std::int32_t stream) {
        return std::find(m_nullStreams.begin(), m_nullStreams.end(), stream) != m_nullStreams.end();
    };
    for (const Meeting &meeting : all)
        if (meeting.waited > 0 && (meeting.takesAll || isNull(meeting.stream) || isNull(meeting.holder))) {
            const auto [wait, isNew] = m_waits.try_emplace(meeting.step, meeting.waited);
            wait->second = std::max(wait->second, meeting.waited);
            m_forAllocations += isNew && meeting.ofAllocation ? 1 : 0;
        }
}

std::int64_t LockWaits::of(std::size_t step) const
{
    const auto found = m_waits.find(step);
    return found == m_waits.end() ? 0 : found->second;
}

} // namespace streamscope
