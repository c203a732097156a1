// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// The order in which a copy engine serves the copies that wait for it.
enum class CopyOrder : std::uint8_t {
    IssueOrder, ///< first issued, first served; a head that is not ready blocks those behind it (Fermi, Kepler)
    ByStream,   ///< a stream's ready copies back to back, then the stream whose next copy was issued first (H200)
};

/// What a copy costs when it runs alone: latency, then bytes at a bandwidth that may depend on the size.
struct CopyCost
{
    struct Point
    {
        double bytes;
        double bytesPerSecond;
    };
    double latencyNs = 0;
    std::vector<Point> bandwidth; ///< by rising size, at least one; between two points interpolated over log(size)

    double bandwidthAt(double bytes) const; ///< bytes per second
};

/// Copies of one direction, by how the host side is allocated.
struct DirectionCosts
{
    CopyCost pageable, pinned, writeCombined, registered;
};

/// The model of a device: its properties and the rules and costs that the simulator follows. All durations in
/// nanoseconds, rates per second.
struct DeviceProfile
{
    DeviceInfo info;

    /// What a call costs the host thread.
    struct Host
    {
        double kernelLaunchNs = 0;
        double streamSwitchNs = 0; ///< more for a launch on another stream than that of the call before
        double copyNs = 0;
        double eventNs = 0; ///< record or wait
        double syncNs = 0;  ///< from the work's end until the host goes on
    } host;

    struct Copies
    {
        CopyOrder order = CopyOrder::IssueOrder;
        DirectionCosts h2d, d2h;
        CopyCost d2d;
        double h2dTwoWayFactor = 1; ///< rate of an H2D copy while a D2H copy moves data, 0 … 1
        double d2hTwoWayFactor = 1;
        std::uint64_t pageableAsyncBytes = 0; ///< pageable H2D copies up to this size do not hold the host
    } copies;

    struct Compute
    {
        int hardwareQueues = 1;        ///< kernels of streams that share a queue start in issue order
        bool queueDependencies = true; ///< false: they do not, whatever the number of queues (seen on Blackwell)
        int maxResidentKernels = 1;    ///< that have blocks on the SMs at once
        bool delayedSignal = false;    ///< copies behind back-to-back kernels wait for all of them (Fermi)
        double kernelStartNs =
            0;                 ///< from its stream reaching a kernel until it queues for SMs; free ones take it at once
        double blockGapNs = 0; ///< from the end of a block to the first instruction of the next one in its place
        double kernelFixedNs = 0; ///< part of a kernel's time that does not depend on its size
        double fmaPerSecond = 1;  ///< of the whole device
        double memoryBytesPerSecond = 1;
        double fmaLatencyNs = 0; ///< of one dependent multiply-add: the least time of a chain
    } compute;

    double unitNs = 0; ///< > 0: every copy, kernel and memset takes exactly this
};

} // namespace streamscope
