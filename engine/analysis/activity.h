// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <vector>

namespace streamscope {

/// The average number of streams of a device that executed, in equally long parts of a time range.
struct StreamActivity
{
    std::int64_t beginNs = 0;
    double stepNs = 0;          ///< length of each part; 0 for an empty range
    std::vector<double> active; ///< one per part
};

/// From the first start to the last end on `device`, in at most `parts` parts.
StreamActivity streamActivity(const Timeline &timeline, int device, std::size_t parts);

/// All copies of one size and direction between the same kinds of memory.
struct CopySize
{
    OperationKind kind = OperationKind::H2D;
    MemoryKind from = MemoryKind::Unknown, to = MemoryKind::Unknown;
    std::uint64_t bytes = 0; ///< of each
    std::int64_t count = 0;
    std::int64_t sumNs = 0;

    /// Bytes per nanosecond of all these copies together; 0 when no time passed.
    double gigabytesPerSecond() const;
};

/// Sorted by kind, memory and size; of more than `most` sizes, those that took the most time.
std::vector<CopySize> copySizes(const Timeline &timeline, int device, std::size_t most);

} // namespace streamscope
