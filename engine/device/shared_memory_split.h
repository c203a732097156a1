// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/block_room.h"

namespace streamscope {

/// How an SM divides its memory between L1 cache and shared memory. The driver chooses for each kernel; an SM takes the
/// choice of the first kernel that enters while it is empty and keeps it until it is empty again. A block of another
/// kernel enters beside it only where the SM's shared memory is at least what the driver needs for that kernel, however
/// much of it is free. All in bytes, with the hardware's reserve for each block. Measured on an H200, 3000 drawn pairs
/// of kernels: docs/measurements/block-places.md.
struct SharedMemorySplit
{
    std::int64_t taken = 0; ///< what an empty SM takes for the kernel
    std::int64_t least = 0; ///< what an SM that is in use must have for it

    /// For blocks of this shape. Where the rule was not measured (any compute capability but 9.0), or the shape has no
    /// shared memory at all, the whole SM and 0: nothing keeps kernels apart.
    static SharedMemorySplit of(const BlockShape &shape, const DeviceInfo &device);
};

} // namespace streamscope
