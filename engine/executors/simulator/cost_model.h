// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/simulator/multiprocessors.h"
#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// What a kernel or a memset wants of the SMs.
struct KernelDemand
{
    BlockShape shape;
    std::int64_t blocks = 1;  ///< to be placed
    std::int64_t blockNs = 0; ///< that each runs
    /// All blocks start and end together. So are kernels that are bound by the throughput of the device: what one block
    /// takes depends on the others, and the whole of them is what was measured.
    bool allAtOnce = false;
    double throughput = 0; ///< part of the device's multipliers or memory that it keeps busy, 0 … 1
};

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

    /// `device` says how many blocks fit.
    KernelDemand kernelDemand(const Operation &operation, const Multiprocessors &device) const;

    /// What the call costs the host thread; `lastStream` is the stream of the call before, −1 for none.
    std::int64_t hostCallNs(const Operation &operation, std::int32_t lastStream) const;

private:
    const CopyCost &copyCost(const Operation &operation) const;
    /// What an `fma` kernel needs of the device, in nanoseconds, each as if it were alone.
    struct FmaParts
    {
        double memoryNs, arithmeticNs;
        double chainNs; ///< of one thread's dependent multiply-adds
    };
    FmaParts fmaParts(const KernelWork &work) const;
    BlockShape blockShape(const KernelWork &work) const;
    KernelDemand memsetDemand(const Operation &operation, const Multiprocessors &device) const;

    const DeviceProfile &m_profile;
    const Program &m_program;
};

} // namespace streamscope
