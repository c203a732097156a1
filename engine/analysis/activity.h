// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <vector>

namespace streamscope {

/// How many streams of a device executed, on average, in each of equally long parts of a stretch of time.
struct StreamActivity
{
    std::int64_t beginNs = 0;
    double stepNs = 0;          ///< length of each part; 0 for an empty stretch
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

    /// Bytes per nanosecond of all of them together; 0 where no time passed.
    double gigabytesPerSecond() const;
};

/// Sorted by kind, memory and size; of more than `most` sizes, those that took longest.
std::vector<CopySize> copySizes(const Timeline &timeline, int device, std::size_t most);

} // namespace streamscope
