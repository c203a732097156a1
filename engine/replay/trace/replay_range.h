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

    /// Whether what ended at `time` ended in it. What was issued before and does holds up what comes behind it.
    bool hasEnd(std::int64_t time) const { return time > begin && time <= end; }
};

/// Of `wanted` only the calls that begin in it count, or where none issues work what ran in it. @throws InputError when
/// there is nothing to replay.
ReplayRange replayRange(const Timeline &timeline, const std::vector<TraceStep> &steps, TimeRange wanted);

} // namespace streamscope
