// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// What operations of one kind did in a range. Times in nanoseconds; sums and unions count what lies in the range,
/// lengths are those of whole operations.
struct KindFigures
{
    OperationKind kind = OperationKind::Kernel;
    std::size_t count = 0;    ///< that have some time in the range
    std::int64_t sumNs = 0;   ///< of their parts in the range
    std::int64_t unionNs = 0; ///< how long at least one of them ran
    std::int64_t shortestNs = 0, longestNs = 0;
    double meanNs = 0;
    std::uint64_t bytes = 0; ///< copies: the share of the bytes that belongs to the parts in the range
    /// Gigabytes (10^9) per second of `unionNs`; 0 where nothing was copied.
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
    /// Of the time of copies, the share that kernels hid; 0 without copies.
    double hiddenShare() const;
};

/// The figures of [beginNs, endNs), in one pass over the spans. Instants count where they lie in it. Event records and
/// waits, synchronisations and the host's work do not make an engine busy.
RangeFigures figuresOfRange(const Timeline &timeline, std::int64_t beginNs, std::int64_t endNs);

} // namespace streamscope
