// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// How long things take on a simulated device when nothing disturbs them.
class CostModel
{
public:
    CostModel(const DeviceProfile &profile, const Program &program) : m_profile(profile), m_program(program) {}

    /// A copy's fixed part and its moving part; the latter stretches while the other direction moves data.
    struct CopyParts
    {
        double latencyNs;
        double transferNs;
    };
    CopyParts copy(const Operation &operation) const;

    /// From the first block's start to the last block's end.
    std::int64_t kernelNs(const Operation &operation) const;
    /// The part of the device that a kernel takes while it runs, 0 … 1: of its block slots, or of its multipliers or
    /// memory where it needs more of those. A device without concurrent kernels gives it all.
    double kernelShare(const Operation &operation) const;

    /// What the call costs the host thread.
    std::int64_t hostCallNs(const Operation &operation) const;

private:
    const CopyCost &copyCost(const Operation &operation) const;
    /// What an `fma` kernel needs of the device, in nanoseconds, each as if it were alone.
    struct FmaParts
    {
        double memoryNs, arithmeticNs;
        double chainNs; ///< of one thread's dependent multiply-adds
    };
    FmaParts fmaParts(const KernelWork &work) const;

    /// Blocks that the device holds at once, by threads and block slots.
    double residentBlocks(const KernelWork &work) const;

    const DeviceProfile &m_profile;
    const Program &m_program;
};

} // namespace streamscope
