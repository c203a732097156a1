// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Where an instrumented run records events and stamps: as few as tell the truth. One event between two operations of a
/// stream serves both; kernels stamp themselves and need none.
struct InstrumentationPlan
{
    static constexpr std::int32_t none = -1;

    struct Entry
    {
        std::int32_t before = none; ///< event whose time is when the stream reached the operation (copies, memsets)
        bool recordBefore = false;  ///< false: `before` is the event behind the operation in front
        std::int32_t after = none;  ///< event whose time is the operation's end; an event_record's own event
        std::int32_t stamp = none;  ///< kernels: which stamp
        /// Kernels: events of the same stream with nothing but this kernel between them. They bracket its stamp.
        std::int32_t bracketBefore = none;
        std::int32_t bracketAfter = none;
    };
    std::vector<Entry> entries; ///< parallel to the operations
    std::int32_t events = 0;
    std::int32_t stamps = 0;
};

InstrumentationPlan planInstrumentation(const Program &program);

} // namespace streamscope
