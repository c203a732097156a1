// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/copy_latency.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Something that takes from `start` to `end` on another clock and happened after a moment `before` and before a moment
/// `after` on ours. Nanoseconds.
struct ClockBracket
{
    std::int64_t before = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t after = 0;
};

/// When the host called and came back, in nanoseconds of its steady clock.
struct HostCall
{
    std::int64_t begin = 0;
    std::int64_t submitted = 0; ///< the operation itself is issued; instrumented runs only
    std::int64_t end = 0;
};

/// When a kernel's first block entered and its last one left, in nanoseconds of %globaltimer; both unknown when no
/// block stamped.
struct KernelTimes
{
    std::int64_t firstStart = unknownTime;
    std::int64_t lastEnd = unknownTime;
};

/// When a host function began and ended, in nanoseconds of the host's steady clock; both unknown where it did not run.
struct HostInterval
{
    std::int64_t begin = unknownTime;
    std::int64_t end = unknownTime;
};

/// What one run on a GPU left behind, each on the clock that saw it and nothing corrected: the raw material of
/// the timeline's times, which are computed from it without a GPU.
struct RawRun
{
    std::vector<std::int64_t> events; ///< of the InstrumentationPlan, nanoseconds after the fork; unknown where lost
    std::vector<KernelTimes> stamps;  ///< of the plan; empty when nothing stamped
    /// Of the WatchPlan's words, when their copy was seen to have ended, nanoseconds of %globaltimer; unknown where
    /// nobody looked in time. Empty when nothing was watched.
    std::vector<std::int64_t> watched;
    std::vector<HostCall> calls;         ///< parallel to the Program's operations
    std::vector<HostInterval> functions; ///< the same; empty where the Program has no host functions
    std::vector<ClockBracket> host;      ///< event time against the host's clock, before and after the run
    std::vector<ClockBracket> timer;     ///< event time against %globaltimer, before the run
    std::vector<ClockBracket> timerEnd;  ///< the same after it
};

/// An operation's time by another clock in the same run; unknown where that has none.
struct ReferenceTimes
{
    std::int64_t start = unknownTime;
    std::int64_t end = unknownTime;
};

/// All that the times of an instrumented run were computed from, and what CUPTI said about the same run.
struct RawTimes
{
    RawRun run;
    CopyLatencies latencies;
    bool oneEngineForBothDirections = false;
    std::vector<ReferenceTimes> reference; ///< by operation, nanoseconds of %globaltimer; empty: not under CUPTI
};

} // namespace streamscope
