// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/operation.h"

#include <array>
#include <cstdint>

namespace streamscope {

/// What a block takes of its SM, or what an SM has: threads (in whole warps), block slots, bytes of shared memory.
using SmResources = std::array<std::int64_t, 3>;

/// How many blocks the SMs of an empty device hold at once.
class SmCapacity
{
public:
    explicit SmCapacity(const DeviceInfo &device);

    std::int64_t multiprocessors() const { return m_multiprocessors; }
    const SmResources &ofOne() const { return m_ofOne; }
    /// Of one block, never more than an SM has.
    SmResources needs(const KernelWork &work) const;
    /// Blocks of `work` that run at once when nothing else runs: at most as many as it has.
    std::int64_t atOnce(const KernelWork &work) const;
    /// Blocks of this kind that fill the device.
    std::int64_t blocks(const KernelWork &work) const;
    /// The rounds in which the blocks run when nothing else runs.
    std::int64_t waves(const KernelWork &work) const;

private:
    std::int64_t m_multiprocessors;
    std::int64_t m_reserve; ///< shared memory that the hardware keeps in every block
    SmResources m_ofOne;
};

} // namespace streamscope
