// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// What keepMeasuredPools() has found.
struct KeptPools
{
    std::uint64_t grown = 0, trimmed = 0; ///< allocations that made a pool grow, waits that gave its memory back
    std::int64_t savedNs = 0;             ///< of all calls
};

/// In a replay each call has its measured time: those that made a pool grow, and the synchronisations that gave its
/// memory back, take what they take where the pool keeps its memory. Which ones did is concluded from their times.
/// On an H200 under PyTorch's profiler, 20 turns with 32 MiB of a pool: cudaMallocAsync 112 us and 3.7 where the pool
/// kept its memory; from the end of the work to the return of cudaStreamSynchronize 90 us and 4; behind the call that
/// grew the pool a launch 20 us and 9, the next one 10.5 and 7, a copy 17 and 5. No copy waits any more for memory that
/// went back (HeldCopies).
/// @param profile may be null.
KeptPools keepMeasuredPools(const DeviceProfile *profile, Program &program);

} // namespace streamscope
