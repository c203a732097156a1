// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/watch_plan.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Where an instrumented run records events and stamps: as few as tell the truth, because each costs the host 1 to 2
/// us. One event behind each copy and memset shows its end. None is needed in front: a stream reaches an operation when
/// the one before it ends, and every end is known. A graph decides by itself in which order it comes to its nodes, so
/// there copies have one in front, too (without it, starts were up to 340 us off on an H200). Kernels stamp themselves,
/// on the first device: another one has a %globaltimer of its own, so that its kernels lie between two events, as
/// collectives do, whose kernels are not ours. Host functions note the host's time. Copies that are watched (WatchPlan)
/// have no event, and beside them the Program's own records have no time either, as in a plain run.
struct InstrumentationPlan
{
    static constexpr std::int32_t none = -1;

    struct Entry
    {
        std::int32_t before = none;  ///< event whose time is when the stream, or the graph, came to the operation
        std::int32_t after = none;   ///< event whose time is the operation's end; an event_record's own event
        std::int32_t stamp = none;   ///< kernels: which stamp
        std::int32_t watched = none; ///< copies: which of the watched words shows the end
        /// Kernels: events of the same stream with nothing but this kernel between them. They bracket its stamp.
        std::int32_t bracketBefore = none;
        std::int32_t bracketAfter = none;
    };
    std::vector<Entry> entries; ///< parallel to the operations
    std::int32_t events = 0;
    std::int32_t stamps = 0;
};

InstrumentationPlan planInstrumentation(const Program &program);
/// The same where the copies of `watch`, a plan of that Program, are watched.
InstrumentationPlan planInstrumentation(const Program &program, const WatchPlan &watch);

} // namespace streamscope
