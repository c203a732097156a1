// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/timeline/clock_check.h"
#include "engine/timeline/raw_run.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// How long whole runs took, in nanoseconds. Plain runs carry no instrumentation but one event before and one after.
/// The run that the timeline shows is, of several instrumented ones, the one closest to the median of the plain ones.
struct Makespans
{
    std::vector<std::int64_t> warmup; ///< of the plain runs before those that count; a simulator makes none
    std::vector<std::int64_t> plain;
    std::int64_t instrumented = 0;                 ///< of the run that the timeline shows
    std::vector<std::int64_t> instrumentedSamples; ///< of all that could have been it; empty: there was that one only

    /// Median of the plain runs (mean of the middle two for an even number); the instrumented one where there are none.
    std::int64_t median() const;
    std::int64_t minimum() const;
    /// Of all that could have been the picture.
    std::int64_t instrumentedMedian() const;
    /// Median of the instrumented runs / median of the plain ones − 1; 0 without plain runs.
    double instrumentationCost() const;
};

enum class Verification : std::uint8_t {
    NotApplicable, ///< nothing comes back to the host, or nothing was really moved (simulation)
    Passed,
    Failed,
};

/// Something that a process did once, before it could run anything, by the host's steady clock: nanoseconds after the
/// first step began. It is in no makespan.
struct StartupStep
{
    std::string name; ///< "creating the context"
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// What an executor returns: the timeline of one representative run and what was measured around it.
struct Recording
{
    DeviceInfo device;
    Timeline timeline;
    Makespans makespans;
    Verification verification = Verification::NotApplicable;
    std::string verificationText;   ///< one sentence: what was compared, or the first difference
    std::vector<std::string> notes; ///< what the person must know to read the numbers; one sentence each
    std::vector<std::pair<std::string, std::string>> environment; ///< name, value: clocks, versions, steps
    std::vector<StartupStep> startup;                             ///< in the first run of a process on a real GPU only
    std::optional<RawTimes> raw;                                  ///< only where it was asked for
    std::optional<ClockCheck> clockCheck;                         ///< only where it was asked for
};

} // namespace streamscope
