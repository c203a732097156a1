// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// One call of a host thread as replay sees it.
struct TraceStep
{
    std::int64_t begin = 0, end = 0; ///< in the Timeline's times, nanoseconds
    std::uint32_t firstSpan = HostCall::none;
    std::uint32_t spans = 0;               ///< what it issued: firstSpan and those that follow it
    std::uint32_t record = HostCall::none; ///< of a wait for an event: the step that recorded it, where known
    std::uint32_t name = HostCall::none;   ///< of the call, an index into Timeline::names(), where the file has calls
    std::int64_t asked = unknownTime;      ///< of a wait by questions: when the last one but one was asked
    std::int32_t thread = 0;
    std::int32_t stream = -1; ///< of the Timeline: that it is about, where known
    HostCallKind kind = HostCallKind::Other;
    bool blocking = false;   ///< a copy whose call returns when it is done (cudaMemcpy)
    bool unnamed = false;    ///< a synchronisation, and the file does not say of what kind
    bool foundDone = false;  ///< a wait by one question, behind the record, when the thread's work was over
    bool handedOver = false; ///< a wait whose record, of another thread, is concluded
    bool assumed = false;    ///< the file has an operation and not its call; begin and end are the operation's start

    std::int64_t duration() const { return end - begin; }
    bool polls() const { return asked != unknownTime; }
    /// It acts on a device. Queries ask from time to time, and the profiler's work is nobody's.
    bool acts() const;
};

/// The calls of all threads by begin: those of the file, or for a recording of our own those that its spans tell of.
/// Questions that wait for work are one call, see joinPolls().
/// Operations whose call is not in the file come last in the numbering of threads: each stream has one of its own.
std::vector<TraceStep> traceSteps(const Timeline &timeline);

} // namespace streamscope
