// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>

namespace streamscope {

/// Latencies from the cause of a copy's start to the start itself, for one direction, in nanoseconds on the event
/// clock. All are 0 without measured values; then only the engines' order is known.
struct CopyLatency
{
    std::int64_t afterSubmit = 0;  ///< from the return of the host's call, for a copy that waits for nothing
    std::int64_t afterCopy = 0;    ///< from the end of a copy of the same direction in front of it in its stream
    std::int64_t afterOther = 0;   ///< the same for a copy of the other direction, or a memset
    std::int64_t afterKernel = 0;  ///< from the last block of a kernel in front of it in its stream
    std::int64_t queued = 0;       ///< from the end of the copy that its engine served before
    std::int64_t queuedBeside = 0; ///< the same while the other direction is busy
    std::int64_t endBeside = 0;    ///< extra delay of the event behind the copy while the other direction is busy
};

struct CopyLatencies
{
    CopyLatency h2d;
    CopyLatency d2h;
};

} // namespace streamscope
