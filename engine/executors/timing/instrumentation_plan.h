// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/watch_plan.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The events and stamps of an instrumented run: as few as possible, because each costs the host 1 to 2 us. One event
/// behind each copy and memset shows its end. No event is needed before it: a stream reaches an operation when the
/// operation before it ends, and every end is known. A graph chooses the order of its nodes, so in graphs copies have
/// an event before them, too (without it, starts were up to 340 us off on an H200). Kernels on the first device stamp
/// themselves. Other devices have their own %globaltimer, so their kernels lie between two events, and so do
/// collectives, whose kernels are NCCL's. Host functions note the host's time. Watched copies (WatchPlan) have no
/// event, and with them the Program's own event records have no time either, as in a plain run.
struct InstrumentationPlan
{
    static constexpr std::int32_t none = -1;

    struct Entry
    {
        std::int32_t before = none;  ///< event that fires when the stream, or the graph, reaches the operation
        std::int32_t after = none;   ///< event that fires at the operation's end; an event_record's own event
        std::int32_t stamp = none;   ///< kernels: index of the stamp
        std::int32_t watched = none; ///< copies: index of the watched word that shows the end
        /// Kernels: events of the same stream with nothing but this kernel between them. They bracket its stamp.
        std::int32_t bracketBefore = none;
        std::int32_t bracketAfter = none;
    };
    std::vector<Entry> entries; ///< parallel to the operations
    std::int32_t events = 0;
    std::int32_t stamps = 0;
};

InstrumentationPlan planInstrumentation(const Program &program);
/// The same with the watched copies of `watch`, a plan of the same Program.
InstrumentationPlan planInstrumentation(const Program &program, const WatchPlan &watch);

} // namespace streamscope
