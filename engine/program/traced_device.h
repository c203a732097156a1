// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>

namespace streamscope {

/// What a trace shows of the device that ran it: a model replays the Program with these figures in place of its own.
/// Empty: as the model has it. Latencies in nanoseconds. A real GPU ignores all of them.
struct TracedDevice
{
    std::optional<double> callToKernelNs, callToCopyNs, kernelToKernelNs, kernelToCopyNs, copyToKernelNs, graphNodeNs;
    std::optional<double> copyToOtherWayNs; ///< from a copy to one of the other direction
    std::optional<double> copyToKernelInGraphNs;
    std::optional<int> multiprocessors; ///< with the three below: how many blocks fit
    std::optional<int> threadsPerMultiprocessor, registersPerMultiprocessor, computeMajor;
    std::optional<std::uint64_t> sharedMemoryPerMultiprocessor; ///< bytes
    std::optional<double> copyToCopyNs;                         ///< from a copy to the next one of its direction
    std::optional<double> functionWakeNs;                       ///< as host.functionNs of a profile
    /// As copies.queuedStartNs and copies.besideStartNs of a profile. They and what follows are the last: session files
    /// have this order.
    std::optional<double> queuedCopyNs, besideCopyNs;
    std::optional<double> memsetToKernelInGraphNs;

    bool operator==(const TracedDevice &) const = default;
};

} // namespace streamscope
