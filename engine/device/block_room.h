// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>

namespace streamscope {

/// The resources that a running block takes on its SM.
struct BlockShape
{
    std::int64_t threads = 1;      ///< in whole warps
    std::int64_t sharedMemory = 0; ///< bytes, with the hardware's reserve for each block
    std::int64_t registers = 0;    ///< of the whole block; 0: no limit

    bool operator==(const BlockShape &) const = default;
};

/// Of a block of `threads` threads (0 counts as 1) with `sharedMemory` bytes of its own. `registers` are those of a
/// thread; 0: not known, no limit. Warps get registers in units (CUDA Programming Guide, technical specifications).
BlockShape blockShape(std::int64_t threads, std::int64_t sharedMemory, std::int64_t registers,
                      const DeviceInfo &device);

/// The most registers for each thread, up to `registers` (0: not known, stays so), with which a block fits on an SM.
std::int64_t registersThatFit(std::int64_t threads, std::int64_t registers, const DeviceInfo &device);

/// Free resources on an SM.
struct BlockRoom
{
    std::int64_t threads = 0, slots = 0, sharedMemory = 0, registers = 0;

    /// Of an empty SM. Where the device does not say: the limits of most compute capabilities.
    static BlockRoom ofEmptySm(const DeviceInfo &device);
    /// What `blocks` blocks take; a negative number gives it back.
    static BlockRoom takenBy(const BlockShape &shape, std::int64_t blocks);

    /// How many blocks of this shape fit (rule X2): by threads, block slots, shared memory and registers.
    std::int64_t fitting(const BlockShape &shape) const;
    /// The shape with no more than there is, so that one block fits. A block that asks for more than an SM has is
    /// refused before it runs; this only keeps a model without limits running.
    BlockShape clamped(const BlockShape &shape) const;
    void take(const BlockRoom &taken)
    {
        threads -= taken.threads;
        slots -= taken.slots;
        sharedMemory -= taken.sharedMemory;
        registers -= taken.registers;
    }

    bool operator==(const BlockRoom &) const = default;
};

/// Blocks of this shape that an empty device holds at once; at least one per SM, so that everything can run.
std::int64_t blocksAtOnce(const BlockShape &shape, const DeviceInfo &device);

} // namespace streamscope
