// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Kernels, copies, memsets and host functions of streams; not what managed memory moves by itself.
bool isReplayed(const Timeline &timeline, std::uint32_t span);
/// The stream of the first operation that the step issued and that is replayed; −1 for none.
std::int32_t issuedStream(const Timeline &timeline, const TraceStep &step);

/// The part of a trace that is replayed: from the first call that issues work to the end of all work, or of the last
/// call that waited for work. Times are the trace's.
struct ReplayRange
{
    std::int64_t begin = 0, end = 0;
    std::uint64_t operations = 0; ///< spans in it

    /// Whether it ends in the range. One that was issued before still holds up what came behind it then.
    bool isEarlier(const Timeline &timeline, std::uint32_t span) const;
};

/// The steps of a trace, and which of them are replayed.
struct RangedSteps
{
    ReplayRange range;
    /// All of the trace. Where the range begins, a thread of its own issues at once what had been issued before and
    /// ends in it: steps with `earlier`, by their starts. Of a graph it is the rest.
    std::vector<TraceStep> steps;
    bool hasEarlier = false;
};

/// Of `wanted` only the calls that begin in it count. @throws InputError when there is nothing to replay.
RangedSteps rangedSteps(const Timeline &timeline, TimeRange wanted);

} // namespace streamscope
