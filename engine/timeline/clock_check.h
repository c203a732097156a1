// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// How far times lie from the reference, without regard to sign, in nanoseconds.
struct ClockErrors
{
    std::int64_t median = 0;
    std::int64_t p99 = 0;
    std::int64_t maximum = 0;
};

/// Our own clocks beside CUPTI's in one and the same run, after one constant offset per clock.
struct ClockCheck
{
    struct Group
    {
        std::string name; ///< the kind of operation; kernels that started while another one ran stand apart
        std::size_t operations = 0;
        ClockErrors start;
        ClockErrors end;
    };
    /// One operation, in nanoseconds on the axis of our times.
    struct Sample
    {
        std::size_t index = 0;
        OperationKind kind = OperationKind::Kernel;
        std::int64_t ready = 0;
        std::int64_t start = 0;
        std::int64_t end = 0;
        std::int64_t referenceStart = 0;
        std::int64_t referenceEnd = 0;
    };
    std::string problem; ///< why there is no comparison; empty when there is one
    std::vector<Group> groups;
    std::vector<Sample> samples;
    // Medians of several runs each, nanoseconds; 0 where there is no comparison.
    std::int64_t plainMakespan = 0;
    std::int64_t eventsMakespan = 0;
    std::int64_t cuptiMakespan = 0;
    std::int64_t watchMakespan = 0;           ///< 0 as well where the copies were not watched
    std::int64_t plainAfterwardsMakespan = 0; ///< plain again, after CUPTI was switched off
};

} // namespace streamscope
