// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// The order in which a copy engine serves the copies that wait for it.
enum class CopyOrder : std::uint8_t {
    IssueOrder, ///< first issued, first served; a copy that is not ready blocks the copies behind it (Fermi, Kepler)
    ByStream,   ///< several channels, each in issue order; the engine serves one until its head is not ready, then the
                ///< next (H200)
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

/// How repeated measurements spread around the model's time: points of the inverse cumulative distribution, by rising
/// share. Empty: not measured.
struct Spread
{
    struct Point
    {
        double share;  ///< of the cases, 0 … 1
        double factor; ///< of the model's time, > 0
    };
    std::vector<Point> points;

    /// The factor below which `share` of the cases lie, interpolated; 1 without points.
    double factorAt(double share) const;
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
        double streamSwitchNs = 0; ///< extra for a launch on another stream than the call before
        double copyNs = 0;
        double eventNs = 0;       ///< record or wait
        double syncNs = 0;        ///< from the end of the work until the host continues
        double pollNs = 0;        ///< one cudaStreamQuery or cudaEventQuery; 0: as an event
        double functionNs = 0;    ///< from when a stream reaches a host function until the function runs
        double allocNs = 0;       ///< cudaMalloc, when it does not wait for the device
        double freeNs = 0;        ///< cudaFree
        double pinnedAllocNs = 0; ///< cudaHostAlloc and cudaFreeHost
        double streamAllocNs = 0; ///< cudaMallocAsync and cudaFreeAsync: the call
        double graphLaunchNs = 0; ///< of a graph, whatever its size
        double graphNodeNs = 0;   ///< extra for each node
        int launchQueueDepth = 0; ///< operations that a stream holds before a call waits for room; 0 = any number
    } host;

    struct Copies
    {
        CopyOrder order = CopyOrder::IssueOrder;
        int queues = 0; ///< ByStream: channels that streams take in turn; 0: each stream has its own
        DirectionCosts h2d, d2h;
        CopyCost d2d;
        double h2dTwoWayFactor = 1; ///< rate of an H2D copy while a D2H copy moves data, 0 … 1
        double d2hTwoWayFactor = 1;
        double startNs = 0; ///< from when a stream reaches a copy until its idle engine starts it
        /// The same after the end of a kernel, or of a copy on another engine, in the stream.
        double startBehindKernelNs = 0, startBehindCopyNs = 0;
        double queuedStartNs = 0; ///< from the end of an engine's copy until it starts the next waiting copy
        double besideStartNs = 0; ///< the same for a D2H copy while H2D is busy; at least queuedStartNs
        /// Extra for each other channel whose head waits for its stream: an idle engine looks at its channels in turn
        /// (docs/measurements/channels.md).
        double waitingChannelNs = 0;
        std::uint64_t pageableAsyncBytes = 0; ///< pageable H2D copies up to this size do not hold the host
    } copies;

    struct Compute
    {
        int hardwareQueues = 1;        ///< kernels of streams that share a queue start in issue order
        bool queueDependencies = true; ///< false: they need not (seen on Blackwell)
        int maxResidentKernels = 1;    ///< kernels that have blocks on the SMs at once
        bool delayedSignal = false;    ///< copies behind back-to-back kernels wait for all of them (Fermi)
        double kernelStartNs =
            0; ///< from when a stream reaches a kernel until the kernel queues for SMs; it starts at once on free SMs
        double queuedKernelStartNs = 0; ///< the same for a kernel that waited last for another operation than a copy
        double waitingQueueNs = 0;      ///< added to both for each other hardware queue whose head waits for its stream
        double blockGapNs = 0;    ///< from the end of a block to the first instruction of the next one in its place
        double kernelFixedNs = 0; ///< part of a kernel's time that does not depend on its size
        double fmaPerSecond = 1;  ///< of the whole device
        double tensorFmaPerSecond = 0; ///< BF16, whole device; 0: no tensor cores, fmaPerSecond applies
        double tensorTf32Share = 0.5;  ///< TF32 rate / BF16 rate; one half in NVIDIA's data sheets of A100, H100, H200
        bool tensorSharesMultipliers = false; ///< products and multiply-adds at once take as long as in turn
        double memoryBytesPerSecond = 1;
        double fmaLatencyNs = 0; ///< of one dependent multiply-add: the least time of a chain
        double graphNodeNs = 0;  ///< in a graph, instead of kernelStartNs
    } compute;

    /// Calls that synchronise implicitly (the lists of the old and the current CUDA Programming Guide, and
    /// observations). The rule of the NULL stream is separate.
    struct ImplicitSync
    {
        bool deviceAlloc = false, deviceFree = false; ///< the host waits until the device is idle
        bool pinnedAlloc = false, pinnedFree = false; ///< the same
        bool memset = false, deviceCopy = false;      ///< waits for all earlier work; all later work waits for it
    } implicitSync;

    /// Stream-ordered allocation.
    struct Pool
    {
        double allocNs = 0; ///< in the stream, when the pool has the memory
        double growNs = 0;  ///< when the pool must get it from the system
    } pool;

    /// Several such devices in one machine.
    struct Links
    {
        int devices = 1;
        CopyCost peer{0, {{1, 1e9}}};      ///< a copy between devices; a device's links serve one copy at full rate
        int devicesPerHostLink = 1;        ///< neighbouring devices that share a link to the host
        double hostLinkBytesPerSecond = 0; ///< of that shared link, each direction; 0: no limit
        double ringHopNs = 0;              ///< collective: latency of each of its 2 (n - 1) steps
        double ringBytesPerSecond = 1e9;   ///< collective: rate at which each device sends to its neighbour
    } links;

    /// Measured spreads, for runs with jitter; by default there is none.
    struct Jitter
    {
        Spread hostCall, copy, kernel;
    } jitter;

    double unitNs = 0; ///< > 0: every copy, kernel and memset takes exactly this
};

} // namespace streamscope
