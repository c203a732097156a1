// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// When what runs on the SMs starts, once nothing in its stream stands before it.
#include "engine/executors/simulator/compute_engine.h"

#include "engine/executors/simulator/queues/channel_looks.h"
#include "engine/executors/simulator/queues/waiting_share.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

/// It is in a graph, and not the first there.
bool ComputeEngine::followsNode(std::int32_t operation) const
{
    const Operation &node = m_program.operations[operation];
    return m_program.inGraph(node)
           && (node.graph < 0 || (operation > 0 && m_program.operations[operation - 1].graph == node.graph));
}

/// Neither a copy nor another queue's kernel is on the device or waits for it. Seen with kernels that spin or multiply
/// and add; the tensor kernel starts as beside others. Behind a gate copies make no difference: 61 to 883 products of
/// 67 to 122 a side took 2.1 to 2.4 us each beside copies of other streams (seven H200s).
bool ComputeEngine::isAlone(std::int32_t operation) const
{
    const Operation &kernel = m_program.operations[operation];
    const bool besideCopies = m_copiesBusy && m_program.submission != Submission::Gated;
    return m_running == 0 && !besideCopies && kernel.kind == OperationKind::Kernel
           && kernel.kernel->kind != KernelKind::Tensor && m_hardwareQueues.waitingBeside(operation) == 0;
}

/// While the host launches, its calls make the front end look at the queues. Then two streams of the same kernel take
/// turns without waiting for each other: 4 us and 9 us on one stream each began 1.8 us apart on five H200s, and 2.7 us
/// when all was issued.
bool ComputeEngine::isFedInTurn(std::int32_t operation) const
{
    const Operation &kernel = m_program.operations[operation];
    const std::int32_t other = m_copiesBusy ? -1 : m_hardwareQueues.onlyOneBeside(operation);
    if (other < 0 || kernel.kind != OperationKind::Kernel)
        return false;
    const Operation &beside = m_program.operations[other];
    return beside.kind == kernel.kind && beside.kernel->kind == kernel.kernel->kind
           && kernel.kernel->kind != KernelKind::Tensor && m_listener.hostIssues();
}

/// A free and an allocation between two kernels of one stream: alone on the device the second starts 1.3 us later (10
/// to 308 steps on five H200s), and in a queue that streams share 1.15 us pass from kernel to kernel, not 0.35. Both
/// are a `share` of what passes at a gate.
double ComputeEngine::memoryNs(std::int32_t operation, double share) const
{
    return m_hardwareQueues.isBehindMemory(operation) ? share * m_profile.pool.releaseNs : 0;
}

/// A collective that waits for a stream whose next work is there already comes behind that: products followed each
/// other 4 to 6 us apart, and 40 of 44 all-reduces that waited for the first one's end began at the second one's
/// (H200s).
constexpr double behindOtherWorkNs = 6'000;

/// Under a profiler, beside a copy to the device: a memset took 3.8 us instead of 0.8 and began 4.6 us behind a kernel
/// instead of 1.5, and the kernel behind it 4.8 instead of 1.9 (170 to 190 cases in the traces of PyTorch's profiler
/// from seven H200s, and 2,300 to 2,700 without such a copy). Kernels behind kernels began 0 to 2.1 us later.
double ComputeEngine::profiledNs(bool memset) const
{
    constexpr double aroundMemset = 3'000, betweenKernels = 1'000;
    if (!m_program.traced || m_bytesIn == 0)
        return 0;
    return memset ? aroundMemset : betweenKernels;
}

/// Rule D1. A copy engine's signal takes longer than what compute knows itself, and a call must reach the device.
std::int64_t ComputeEngine::startDelay(std::int32_t operation, ReadyCause cause) const
{
    // From the first copies of a branch to its kernels passed 2.8 to 4.5 us in most of 290 cases of three programs
    // (H200s).
    constexpr double inBranch = 0.8;
    const DeviceProfile::Compute &compute = m_profile.compute;
    const bool behindCopy = m_lastCopyEnd == m_events.now();
    const double manyBlocksNs = m_costs.hasManyBlocks(operation) ? compute.manyBlocksNs : 0;
    if (m_profile.unitNs <= 0 && m_program.submission == Submission::Graph)
        return wholeNs((behindCopy ? compute.graphBehindCopyNs : compute.graphNodeNs) + manyBlocksNs
                       + compute.graphBranchNs * static_cast<double>(m_program.streams.size() - 1));
    // The first node of a graph among other work comes as a launched kernel does.
    if (m_profile.unitNs <= 0 && cause != ReadyCause::Call && followsNode(operation)) {
        const bool behindMemset =
            m_lastMemsetEnd == m_events.now() && m_program.operations[operation].kind == OperationKind::Kernel;
        if (behindCopy && m_costs.followsFirstCopies(operation)) // the kernels begin as those of other graphs do
            return wholeNs(compute.graphBehindCopyNs + compute.graphStartNs);
        if (behindCopy && m_costs.beginsBranchBehindCopies(operation))
            return wholeNs(compute.graphBehindCopyNs + inBranch * compute.graphStartNs);
        return wholeNs(behindCopy     ? compute.graphBehindCopyNs
                       : behindMemset ? compute.graphBehindMemsetNs
                                      : compute.graphNodeNs);
    }
    double delay = behindCopy                         ? compute.kernelStartNs
                   : cause == ReadyCause::Call        ? compute.launchedKernelStartNs
                   : cause == ReadyCause::OtherStream ? compute.crossKernelStartNs
                                                      : compute.queuedKernelStartNs;
    if (cause == ReadyCause::OwnStream && !behindCopy && isAlone(operation))
        delay = compute.aloneKernelStartNs + manyBlocksNs + memoryNs(operation, 0.65);
    if (cause == ReadyCause::OwnStream && !behindCopy)
        delay += profiledNs(m_program.operations[operation].kind == OperationKind::Memset
                            || m_lastMemsetEnd == m_events.now());
    if (cause == ReadyCause::OtherStream && m_costs.isTracedCollective(operation)
        && m_hardwareQueues.waitingBeside(operation) > 0)
        delay += behindOtherWorkNs;
    const bool calledMemset =
        cause == ReadyCause::Call && m_program.operations[operation].kind == OperationKind::Memset;
    if (m_costs.beginsUntracedGraph(operation) && !calledMemset)
        delay = std::max(delay, compute.graphStartNs);
    if (cause == ReadyCause::OwnStream && !behindCopy && isFedInTurn(operation))
        delay = compute.aloneKernelStartNs + manyBlocksNs + fedInTurnShare * compute.waitingQueueNs;
    else if (compute.waitingQueueNs > 0 && (behindCopy || m_lastEnd == m_events.now()))
        delay += compute.waitingQueueNs * waitingShare(m_hardwareQueues.waitingBeside(operation));
    return wholeNs(delay);
}

/// Of a live run, a kernel of another queue than the last one begins later on an idle device: kernels on five streams
/// in turn, with a synchronisation behind each, took 0.7 to 1.2 us more than on one (H200).
std::int64_t ComputeEngine::otherQueueNs(std::int32_t operation, ReadyCause cause) const
{
    constexpr double share = 0.16; // of a launched kernel's start
    const bool later = cause == ReadyCause::Call && m_running == 0 && m_costs.isUntracedLive()
                       && m_hardwareQueues.lastLeftOther(operation);
    return later ? wholeNs(share * m_profile.compute.launchedKernelStartNs) : 0;
}

/// A kernel that found its queue empty begins no sooner than if nothing but its call had held it.
std::int64_t ComputeEngine::soonestBehindCall(std::int32_t operation, ReadyCause cause) const
{
    const std::int64_t came = m_hardwareQueues.cameFirstAt(operation);
    const bool known = m_costs.isUntracedLive() && m_profile.copies.waitsForLooks() && came >= 0;
    return known && cause == ReadyCause::OwnStream ? came + wholeNs(m_profile.compute.launchedKernelStartNs) : 0;
}

/// The answer to a look comes behind the data of a large copy to the device: in pipelines of three streams kernels
/// began 6 to 12 us behind copies of 1 to 4 MiB, and 4 us behind those of 300 KiB (CUPTI, an H200). The
/// errors of drawn programs with such copies are least with this share, whether looks come every 2 or 8 us.
double ComputeEngine::behindDataNs() const
{
    constexpr std::uint64_t large = 700 << 10;
    constexpr double answer = 0.43; // of the time from look to look
    const bool behind = m_bytesIn >= large && m_program.submission != Submission::Graph && !m_program.traced;
    return behind ? answer * m_profile.copies.semaphoreRetryNs : 0;
}

/// Its channel came to it at its call, and neither the host's calls nor other kernels that wait make it look meanwhile.
bool ComputeEngine::knowsLooks(std::int32_t operation, ReadyCause cause) const
{
    return m_costs.isUntracedLive() && cause == ReadyCause::OwnStream && m_hardwareQueues.cameFirstAt(operation) >= 0
           && !m_listener.hostIssues() && m_hardwareQueues.waitingBeside(operation) == 0;
}

/// Behind a copy its channel must notice the copy's end: on average half a period later. Where the SMs' front end has
/// work of other streams, it comes back to the channel every two ticks of its timer, of which a period has eight; but
/// not for the nodes of a graph. Of the first kernel behind a gate it is known when its channel looks: it came to the
/// kernel when the gate opened; and of one that found its channel empty while the host waits. Where other channels wait
/// for copies as well there are no regular times.
std::int64_t ComputeEngine::startTime(std::int32_t operation, ReadyCause cause)
{
    constexpr double copySeenNs = 700; // from a copy's end until a look finds it
    const std::int64_t now = m_events.now();
    const std::int64_t time = std::max(now + startDelay(operation, cause) + otherQueueNs(operation, cause),
                                       soonestBehindCall(operation, cause));
    if (!m_profile.copies.waitsForLooks() || m_lastCopyEnd != now || cause == ReadyCause::Call)
        return time;
    const double period = m_profile.copies.semaphoreRetryNs;
    const std::int64_t opened = std::exchange(m_gateOpened, -1);
    if (opened >= 0 && cause == ReadyCause::OwnStream && !m_hardwareQueues.othersAwaitCopies(operation, m_dependencies))
        return opened + wholeNs(std::ceil(static_cast<double>(time - opened) / period) * period);
    if (knowsLooks(operation, cause)) {
        const double ready = static_cast<double>(now) + copySeenNs;
        const ChannelLooks looks{static_cast<double>(soonestBehindCall(operation, cause)), period,
                                 static_cast<double>(m_lastCopyStart), static_cast<double>(m_lastCopyEnd)};
        return wholeNs(ready + looks.untilBeginNs(ready));
    }
    const bool soon =
        m_program.submission != Submission::Graph && m_hardwareQueues.otherWorkBeside(operation, m_dependencies);
    // Where the bytes come with the commands the kernel is in the same channel: pipelines with copies of 0.6 to 3 KiB
    // to the device were up to 27 percent too long (H200s).
    const bool near = m_lastInlineEnd == m_events.now() && cause == ReadyCause::OwnStream;
    const double share = !soon && m_listener.hostIssues() ? EngineListener::fedShare : 1;
    return time + wholeNs(share * period / (soon ? 8 : near ? 4 : 2) + behindDataNs());
}

/// Behind a gate, where some queues have two streams and the others one, short kernels begin later: of 47 drawn runs of
/// kernels of 1 to 7 us on 9 to 14 streams 38 are closer by this, and all by 3.4 points in the mean (H200s,
/// docs/measurements/channels.md, 21).
double ComputeEngine::sharedInPairsNs(std::int32_t operation) const
{
    constexpr double mostNs = 600, longNs = 8'000;
    const Operation &kernel = m_program.operations[operation];
    const bool inPairs = m_hardwareQueues.areShared() && m_program.streams.size() + 1 < 2 * m_hardwareQueues.count();
    if (m_program.submission != Submission::Gated || !inPairs || kernel.kind != OperationKind::Kernel
        || kernel.kernel->kind != KernelKind::Spin)
        return 0;
    return mostNs * std::max(0.0, 1 - static_cast<double>(kernel.durationNs) / longNs);
}

} // namespace streamscope
