// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/copy_latency.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// An action seen by two clocks: from `start` to `end` on the other clock, between `before` and `after` on ours.
/// Nanoseconds.
struct ClockBracket
{
    std::int64_t before = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t after = 0;
};

/// Begin and end of a host call, in nanoseconds of the host's steady clock.
struct CallTimes
{
    std::int64_t begin = 0;
    std::int64_t submitted = 0; ///< when the operation itself was issued; instrumented runs only
    std::int64_t end = 0;
};

/// When a kernel's first block started and its last block ended, in nanoseconds of %globaltimer; both unknown when no
/// block wrote a stamp.
struct KernelTimes
{
    std::int64_t firstStart = unknownTime;
    std::int64_t lastEnd = unknownTime;
};

/// When a host function began and ended, in nanoseconds of the host's steady clock; both unknown when it did not run.
struct HostInterval
{
    std::int64_t begin = unknownTime;
    std::int64_t end = unknownTime;
};

/// The raw times of one run on a GPU, each on the clock that took it, uncorrected. The timeline's times are computed
/// from them without a GPU.
struct RawRun
{
    std::vector<std::int64_t> events; ///< of the InstrumentationPlan, ns after the fork event; unknown when lost
    std::vector<KernelTimes> stamps;  ///< of the plan; empty when nothing stamped
    /// For each word of the WatchPlan, when its copy was seen to have ended, in nanoseconds of %globaltimer; unknown
    /// when the observer looked too late. Empty when nothing was watched.
    std::vector<std::int64_t> watched;
    std::vector<CallTimes> calls;        ///< parallel to the Program's operations
    std::vector<HostInterval> functions; ///< the same; empty when the Program has no host functions
    std::vector<ClockBracket> host;      ///< event time against the host's clock, before and after the run
    std::vector<ClockBracket> timer;     ///< event time against %globaltimer, before the run
    std::vector<ClockBracket> timerEnd;  ///< the same after it
};

/// An operation's times by a reference clock in the same run; unknown where that clock has none.
struct ReferenceTimes
{
    std::int64_t start = unknownTime;
    std::int64_t end = unknownTime;
};

/// All inputs of the times of an instrumented run, and CUPTI's times of the same run.
struct RawTimes
{
    RawRun run;
    CopyLatencies latencies;
    bool oneEngineForBothDirections = false;
    std::vector<ReferenceTimes> reference; ///< by operation, nanoseconds of %globaltimer; empty without CUPTI
};

} // namespace streamscope
