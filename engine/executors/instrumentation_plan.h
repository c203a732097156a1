// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Where an instrumented run records events and stamps: as few as tell the truth, because each costs the host 1 to 2
/// us. One event behind each copy and memset shows its end. None is needed in front: a stream reaches an operation when
/// the one before it ends, and every end is known. Kernels stamp themselves.
struct InstrumentationPlan
{
    static constexpr std::int32_t none = -1;

    struct Entry
    {
        std::int32_t after = none; ///< event whose time is the operation's end; an event_record's own event
        std::int32_t stamp = none; ///< kernels: which stamp
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
