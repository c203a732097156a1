// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// Figures of the operations of one kind in a range, in nanoseconds. Sums and unions count only the parts in the range;
/// shortest, longest and mean are lengths of whole operations.
struct KindFigures
{
    OperationKind kind = OperationKind::Kernel;
    std::size_t count = 0;    ///< operations with some time in the range
    std::int64_t sumNs = 0;   ///< of the parts in the range
    std::int64_t unionNs = 0; ///< time in which at least one ran
    std::int64_t shortestNs = 0, longestNs = 0;
    double meanNs = 0;
    std::uint64_t bytes = 0; ///< copies: bytes in proportion to the parts in the range
    /// Gigabytes (10^9) per second of `unionNs`; 0 without copies.
    double gigabytesPerSecond() const;
};

struct RangeFigures
{
    std::int64_t beginNs = 0, endNs = 0;
    std::vector<KindFigures> kinds; ///< those that occur, in the order of the enumeration
    std::size_t count = 0;
    std::int64_t busyNs = 0;    ///< at least one engine worked
    std::int64_t copyNs = 0;    ///< at least one copy ran
    std::int64_t kernelNs = 0;  ///< at least one kernel ran
    std::int64_t overlapNs = 0; ///< copies and kernels ran at once
    std::int64_t idleNs() const { return endNs - beginNs - busyNs; }
};

/// The figures of [beginNs, endNs), in one pass over the spans. Spans of length 0 count when they lie in the range.
/// Event records, event waits, synchronisations and host work do not make an engine busy.
RangeFigures figuresOfRange(const Timeline &timeline, std::int64_t beginNs, std::int64_t endNs);

} // namespace streamscope
