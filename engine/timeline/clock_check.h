// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Absolute distances of our times from the reference, in nanoseconds.
struct ClockErrors
{
    std::int64_t median = 0;
    std::int64_t p99 = 0;
    std::int64_t maximum = 0;
};

/// Our clocks compared with CUPTI's in the same run, after one constant offset per clock is removed.
struct ClockCheck
{
    struct Group
    {
        std::string name; ///< kind; kernels that started while another kernel ran are a group of their own
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
    // Medians of several runs each, in nanoseconds; 0 without a comparison.
    std::int64_t plainMakespan = 0;
    std::int64_t eventsMakespan = 0;
    std::int64_t cuptiMakespan = 0;
    std::int64_t watchMakespan = 0;           ///< also 0 when no copies were watched
    std::int64_t plainAfterwardsMakespan = 0; ///< plain again, after CUPTI was switched off
};

} // namespace streamscope
