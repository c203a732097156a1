// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/device/residuals.h"

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
    /// Of what the host's caches hold, where the host reads it: pageable copies to the device. 0: as from the memory.
    double cachedBytesPerSecond = 0;

    double bandwidthAt(double bytes) const { return rateAt(bandwidth, bytes); } ///< bytes per second

    /// Interpolated over log(size); constant outside of the points.
    static double rateAt(const std::vector<Point> &points, double bytes);
};

/// What a call costs that works on memory, by the size of it.
struct SizedCost
{
    struct Point
    {
        double bytes;
        double ns;
    };
    std::vector<Point> points{{0, 0}}; ///< by rising size, at least one

    /// Between two points and beyond the last along a line; below the first as there.
    double ns(double bytes) const;
};

/// Copies of one direction, by how the host side is allocated.
struct DirectionCosts
{
    CopyCost pageable, pinned, writeCombined, registered;
    /// Latency of a copy that follows another one on its engine at once, which hides a part of it; at most the one of
    /// a copy alone.
    double chainedLatencyNs = 1e18;
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
        double graphCopyNs = 0;    ///< from handing a graph's copy over to handing its next node over
        double streamSwitchNs = 0; ///< extra for a launch on another stream than the call before
        double collectiveNs = 0;   ///< of one rank
        double copyNs = 0;
        double eventNs = 0;        ///< record or wait
        double syncNs = 0;         ///< from the end of the work until the host continues
        double pollNs = 0;         ///< one cudaStreamQuery or cudaEventQuery; 0: as an event
        double functionNs = 0;     ///< from when a stream reaches a host function until the function runs
        double nextFunctionNs = 0; ///< the same for a function that another one is followed by at once
        SizedCost alloc;           ///< cudaMalloc, when it does not wait for the device
        SizedCost free;            ///< cudaFree, likewise
        SizedCost pinnedAlloc;     ///< cudaHostAlloc: the system finds, clears and pins the pages
        SizedCost pinnedFree;      ///< cudaFreeHost
        /// Extra for pinned memory before the run has freed any: its pages are in no cache and on no list of the
        /// driver.
        SizedCost pinnedCold;
        double smallAllocNs = 0; ///< of all four up to smallBytes, where a buffer of that size keeps a block of memory
        std::uint64_t smallBytes = 0;
        double streamAllocNs = 0; ///< cudaMallocAsync and cudaFreeAsync: the call, when the pool has the memory
        double graphLaunchNs = 0; ///< of a graph, whatever its size
        double graphNodeNs = 0;   ///< extra for each node
        /// What a live run adds. Before its first call for each stream, where one waits for the NULL stream: they wait
        /// for the event that begins the run. Behind its last for each stream but the first: the event that ends the
        /// run waits for it.
        double forkNs = 0, joinNs = 0;
        /// The part of a call, from its begin on, in which it holds the driver's lock, 0 … 1. 1: calls of different
        /// threads never overlap. Assumed, not measured yet.
        double driverLockShare = 1;
        /// Extra for the first call that issues work from another thread than the first: its core has run none of the
        /// driver's code yet (docs/measurements/host-calls.md, "The first call of another thread").
        double threadStartNs = 0;
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
        double joinNs = 0; ///< from the end of a run's last operation, if that is a copy, to the event that ends the
                           ///< run (not gated)
        double queuedStartNs = 0; ///< from the end of an engine's copy to the next waiting one: whole under a profiler,
                                  ///< else in parts (docs/measurements/channels.md, 9)
        double nextStartNs = 0;   ///< from a copy to the next of its stream and direction; only a trace says so
        double besideStartNs = 0; ///< the same for a D2H copy while H2D is busy; at least queuedStartNs
        /// Extra latency of a copy beside one of the other direction, whose data stand before its own in the queues of
        /// the link: at most as long as those take.
        double loadedLatencyNs = 0;
        /// In a graph, from the end of a kernel, or of a copy on another engine, until a copy that follows starts.
        double graphStartNs = 0;
        double graphRetryNs = 0; ///< mean wait of a copy in a graph for what its channel looks at; half of the retry
        /// A channel whose head waits for another engine looks again after this time, not at once. 0: at once. On an
        /// H200 8.192 µs, seen in the starts of copies behind kernels and of kernels behind copies (channels.md, 6).
        double semaphoreRetryNs = 0;
        /// The same where the delays of a trace have the mean of these waits in them. No file has it.
        double tracedRetryNs = 0;
        /// True where waits for looks come on top of the delays.
        bool waitsForLooks() const { return semaphoreRetryNs > 0; }
        /// True of a device whose channels look again after a time, wherever these waits stand.
        bool hasLooks() const { return waitsForLooks() || tracedRetryNs > 0; }
        /// Extra for each other channel whose head waits for its stream: an idle engine looks at its channels in turn
        /// (docs/measurements/channels.md).
        double waitingChannelNs = 0;
        std::uint64_t pageableAsyncBytes = 0; ///< pageable H2D copies up to this size do not hold the host
        /// How far the host stages a pageable H2D copy ahead of its engine, in bytes. A copy up to this size costs the
        /// host the staging and no more; a larger one holds it until its bytes have gone. 0: the host is held by every
        /// pageable copy above pageableAsyncBytes, and the engine takes as long as the host.
        std::uint64_t stagingBytes = 0;
        std::uint64_t stagingPieceBytes = 1 << 20; ///< what is staged before the engine moves it, in one piece
        bool deviceCopiesOnSms = false; ///< a copy inside the device is a kernel: it waits for SMs and takes them
    } copies;

    struct Compute
    {
        int hardwareQueues = 1;        ///< kernels of streams that share a queue start in issue order
        bool queueDependencies = true; ///< false: they need not (seen on Blackwell)
        /// A host function holds its stream's hardware queue until it has returned, so that kernels of other streams
        /// in this queue wait for it.
        bool functionsHoldQueues = false;
        int maxResidentKernels = 1; ///< kernels that have blocks on the SMs at once
        bool delayedSignal = false; ///< copies behind back-to-back kernels wait for all of them (Fermi)
        double kernelStartNs =
            0; ///< from when a stream reaches a kernel until the kernel queues for SMs; it starts at once on free SMs
        double queuedKernelStartNs = 0;   ///< the same for a kernel that waited last for another kernel of its stream
        double launchedKernelStartNs = 0; ///< the same for a kernel that waited for nothing but its call
        double crossKernelStartNs = 0;    ///< the same for one that waited last for another stream
        /// Least time from kernel to kernel with which the device takes launches out of its queues, whatever their
        /// streams. Graph nodes do not take it.
        double dispatchNs = 0;
        double graphDispatchNs = 0; ///< the same for the nodes of a graph
        double graphRootNs = 0;     ///< the same for those that wait for nothing but the launch of the graph
        /// From stream to stream with which the device lets go the streams that wait for one gate.
        double releaseNs = 0;
        /// Added where n other hardware queues have a head that waits for its stream: this times the root of n (seen on
        /// H200s with 1 to 31 such queues).
        double waitingQueueNs = 0;
        double blockGapNs = 0;    ///< from the end of a block to the first instruction of the next one in its place
        double kernelFixedNs = 0; ///< part of a kernel's time that does not depend on its size
        double fmaPerSecond = 1;  ///< of the whole device
        double tensorFmaPerSecond = 0;        ///< BF16, whole device; 0: no tensor cores, fmaPerSecond applies
        double tensorBlockBytesPerSecond = 0; ///< what a block of a tensor kernel reads and writes at most; 0: no limit
        double tensorFixedNs = 0;             ///< added to every tensor kernel
        double tensorTf32Share = 0.5; ///< TF32 rate / BF16 rate; one half in NVIDIA's data sheets of A100, H100, H200
        bool tensorSharesMultipliers = false; ///< products and multiply-adds at once take as long as in turn
        /// Rate of kernels that read and write device memory, by the bytes that they read and write: what fits into
        /// the cache is faster. By rising size, at least one; between two points interpolated over log(size).
        std::vector<CopyCost::Point> memoryRate{{1, 1}};
        double memoryOverlap = 0; ///< share of a kernel's memory time that its arithmetic hides, 0 … 1
        CopyCost memset;          ///< alone on the device. No points: kernelFixedNs and memoryRate
        /// Of one pass of a thread's loop that reads and writes, in the cache and beyond it: bounds grids of few
        /// threads.
        double memoryLatencyNs = 0, uncachedLatencyNs = 0;
        double blockStartNs = 0; ///< from block to block with which the whole device starts the blocks of a kernel
        double fmaLatencyNs = 0; ///< of one dependent multiply-add: the least time of a chain
        /// The same for those that are left when the loop of an element has done its multiply-adds sixteen at a time.
        double fmaRestLatencyNs = 0;
        double fmaRestFactor = 1;       ///< what they take of the throughput, in multiply-adds
        double graphNodeNs = 0;         ///< in a graph, instead of kernelStartNs
        double graphBehindCopyNs = 0;   ///< the same for a kernel that waited last for a copy
        double graphBehindMemsetNs = 0; ///< the same for a kernel behind a memset
        /// The least that the first kernel of a graph takes to start, behind its launch or what is before it in its
        /// stream, and that a copy in a graph takes behind other work. Not for graphs whose launch was traced: their
        /// starts are in the trace.
        double graphStartNs = 0;
        double graphBranchNs = 0; ///< added to it for each other branch of the graph
        /// Instead of queuedKernelStartNs where the device has nothing else to do: no copy and no other queue's kernel.
        double aloneKernelStartNs = 0;
        /// Added in graphs and where the device has nothing else to do, for a kernel of more blocks than there are SMs.
        double manyBlocksNs = 0;
        /// From a kernel of one hardware queue to one of another, at least: where each stream has its queue, and where
        /// streams share them. 0: no longer than dispatchNs.
        double queueVisitNs = 0, sharedQueueVisitNs = 0;
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
        double allocNs = 0;          ///< in the stream
        double releaseNs = 0;        ///< as compute.releaseNs, of a stream that begins with an allocation
        std::uint64_t growBytes = 1; ///< it grows by multiples of this
        SizedCost grow;              ///< host: the call gets the memory from the system, by what it grows
        /// Host: the call finds no memory of its own stream, and goes twice through each stream that uses the pool:
        /// of one that has worked since the host synchronised (on an H200 2.6 µs), and of one that has not (0.37 µs).
        double askNs = 0, otherStreamNs = 0;
        SizedCost trim; ///< host: a synchronisation gives unused memory back to the system
        /// Memory freed in another stream is taken before that stream has reached the free, and the allocation waits
        /// for it (cudaMemPoolReuseAllowInternalDependencies, on by default). An H200 grows the pool instead.
        bool internalDependencies = true;
    } pool;

    /// Several such devices in one machine.
    struct Links
    {
        int devices = 1;
        CopyCost peer{0, {{1, 1e9}}}; ///< a copy between devices; a device's links serve one copy at full rate
        double peerStartNs = 0;       ///< from when a stream reaches such a copy until its idle engine starts it
        /// A copy between devices that cannot access each other, through the host. No points: both ways over the
        /// devices' own links, the slower one sets the pace.
        CopyCost staged;
        double stagedTwoWayFactor = 1;     ///< rate of such a copy while another goes the other way, 0 … 1
        int devicesPerHostLink = 1;        ///< neighbouring devices that share a link to the host
        double hostLinkBytesPerSecond = 0; ///< of that shared link, each direction; 0: no limit
        double ringHopNs = 0;              ///< collective: latency of each of its 2 (n - 1) steps
        double ringBytesPerSecond = 1e9;   ///< collective: rate at which each device sends to its neighbour
        /// SMs that a collective takes on each device, whole: no block of another kernel fits beside it. It waits for
        /// them as a kernel does. 0: none.
        int ringMultiprocessors = 0;
        double ringMemoryShare = 0; ///< of the memory's bandwidth that a collective takes, 0 … 1
    } links;

    /// Measured spreads, for runs with jitter; by default there is none.
    struct Jitter
    {
        Spread hostCall, copy, kernel;
    } jitter;

    Residuals residuals; ///< how far measurements lie from this model; by default not measured

    double unitNs = 0; ///< > 0: every copy, kernel and memset takes exactly this
};

} // namespace streamscope
