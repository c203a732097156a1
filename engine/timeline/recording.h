// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/timeline/clock_check.h"
#include "engine/timeline/raw_run.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace streamscope {

/// How long whole runs took, in nanoseconds. Plain runs carry no instrumentation except one event before and one after.
/// The timeline shows the instrumented run whose makespan is closest to the median of the plain runs.
struct Makespans
{
    std::vector<std::int64_t> warmup; ///< plain runs before the counted ones; none on a simulator
    std::vector<std::int64_t> plain;
    std::int64_t instrumented = 0;                 ///< of the run that the timeline shows
    std::vector<std::int64_t> instrumentedSamples; ///< of all instrumented runs; empty when there was only one

    /// Median of the plain runs (mean of the middle two for an even number); the instrumented makespan when there are
    /// none.
    std::int64_t median() const;
    std::int64_t minimum() const;
    /// Median of all instrumented runs.
    std::int64_t instrumentedMedian() const;
    /// Median of the instrumented runs / median of the plain runs − 1; 0 without plain runs.
    double instrumentationCost() const;
};

enum class Verification : std::uint8_t {
    NotApplicable, ///< no data comes back to the host, or no data was moved (simulation)
    Passed,
    Failed,
};

/// A step that a process does once before its first run. Times by the host's steady clock, in nanoseconds after the
/// first step began. No makespan includes it.
struct StartupStep
{
    std::string name; ///< "creating the context"
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// How the names begin under which the environment says that a GPU was throttled, and that others used it.
inline constexpr std::string_view throttledEnvironment = "throttled ";
inline constexpr std::string_view otherProcessesEnvironment = "other processes ";

/// The result of an executor: the timeline of one representative run and the figures measured with it.
struct Recording
{
    DeviceInfo device;
    Timeline timeline;
    Makespans makespans;
    Verification verification = Verification::NotApplicable;
    std::string verificationText;   ///< one sentence: what was compared, or the first difference
    std::vector<std::string> notes; ///< what the user must know to read the numbers; one sentence each
    std::vector<std::pair<std::string, std::string>> environment; ///< name, value: clocks, versions, steps
    std::vector<StartupStep> startup;                             ///< only in the first run of a process on a real GPU
    std::optional<RawTimes> raw;                                  ///< only when asked for
    std::optional<ClockCheck> clockCheck;                         ///< only when asked for
};

} // namespace streamscope
