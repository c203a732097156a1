// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/traced_profile.h"

#include <algorithm>

namespace streamscope {

namespace {

/// From kernel to kernel across streams, more than in one stream: by CUPTI's times it is hardly more. 160 kernels of
/// small programs began 2.2 to 2.7 us behind one of another stream that they waited for by an event or the NULL stream,
/// and 1.8 to 2.7 behind one of their own (five H200s); without CUPTI it takes 2 us more.
constexpr double crossMoreNs = 400;

/// Traced delays have them in them; those that the trace does not show get the mean.
void putRetriesIntoDelays(DeviceProfile &profile)
{
    for (double *delay :
         {&profile.copies.startBehindKernelNs, &profile.copies.startBehindCopyNs, &profile.copies.graphStartNs,
          &profile.compute.kernelStartNs, &profile.compute.graphBehindCopyNs})
        *delay += profile.copies.semaphoreRetryNs / 2;
    profile.copies.tracedRetryNs = profile.copies.semaphoreRetryNs;
    profile.copies.semaphoreRetryNs = profile.copies.graphRetryNs = 0;
}

} // namespace

DeviceProfile tracedProfile(const DeviceProfile &profile, const Program &program)
{
    DeviceProfile own = profile;
    if (!program.traced)
        return own;
    const TracedDevice &traced = *program.traced;
    const auto take = [](const auto &from, auto &to) {
        if (from)
            to = *from;
    };
    take(traced.callToKernelNs, own.compute.launchedKernelStartNs);
    take(traced.callToCopyNs, own.copies.startNs);
    take(traced.kernelToKernelNs, own.compute.queuedKernelStartNs);
    own.compute.crossKernelStartNs =
        std::min(own.compute.crossKernelStartNs,
                 std::min(own.compute.queuedKernelStartNs, profile.compute.queuedKernelStartNs) + crossMoreNs);
    if (traced.kernelToKernelNs || traced.graphNodeNs) { // which are means over all kernels
        own.compute.aloneKernelStartNs = own.compute.queuedKernelStartNs;
        own.compute.manyBlocksNs = 0;
    }
    if (traced.kernelToCopyNs || traced.copyToKernelNs)
        putRetriesIntoDelays(own);
    take(traced.kernelToCopyNs, own.copies.startBehindKernelNs);
    take(traced.copyToKernelNs, own.compute.kernelStartNs);
    take(traced.graphNodeNs, own.compute.graphNodeNs);
    take(traced.copyToOtherWayNs, own.copies.startBehindCopyNs);
    take(traced.copyToCopyNs, own.copies.nextStartNs);
    take(traced.copyToKernelInGraphNs, own.compute.graphBehindCopyNs);
    take(traced.memsetToKernelInGraphNs, own.compute.graphBehindMemsetNs);
    take(traced.functionWakeNs, own.host.functionNs);
    take(traced.queuedCopyNs, own.copies.queuedStartNs);
    take(traced.besideCopyNs, own.copies.besideStartNs);
    take(traced.multiprocessors, own.info.multiprocessors);
    take(traced.threadsPerMultiprocessor, own.info.maxThreadsPerMultiprocessor);
    take(traced.registersPerMultiprocessor, own.info.registersPerMultiprocessor);
    take(traced.sharedMemoryPerMultiprocessor, own.info.sharedMemoryPerMultiprocessor);
    take(traced.computeMajor, own.info.computeMajor);
    own.links.devices = std::max(own.links.devices, program.deviceCount());
    return own;
}

} // namespace streamscope
