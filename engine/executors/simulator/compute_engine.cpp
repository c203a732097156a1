// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/compute_engine.h"

#include "engine/executors/simulator/queues/channel_looks.h"
#include "engine/executors/simulator/queues/waiting_share.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace streamscope {

namespace {

int residentLimit(const DeviceProfile &profile)
{
    return profile.info.concurrentKernels ? profile.compute.maxResidentKernels : 1;
}

} // namespace

ComputeEngine::ComputeEngine(const DeviceProfile &profile, const Program &program, const CostModel &costs,
                             EventQueue &events, const Dependencies &dependencies, EngineListener &listener,
                             OperationStates &states, int device)
    : m_profile(profile), m_program(program), m_costs(costs), m_events(events), m_dependencies(dependencies),
      m_listener(listener), m_device(device), m_gap(wholeNs(profile.compute.blockGapNs)),
      m_multiprocessors(profile.info), m_byAge(static_cast<std::size_t>(profile.info.multiprocessors.value_or(1))),
      m_hardwareQueues(profile, program, states), m_visits(visitsOf(profile, program, m_hardwareQueues))
{}

void ComputeEngine::enqueue(std::int32_t operation)
{
    // Behind a gate every kernel waits, and so does one behind others that the device cannot take.
    const bool waits = m_program.submission == Submission::Gated || !m_waiting.empty();
    m_hardwareQueues.push(operation, waits || !m_dependencies.waitsForCallOnly(operation), m_events.now());
}

void ComputeEngine::becameReady(std::int32_t operation, ReadyCause cause)
{
    m_hardwareQueues.becameReady(operation, m_events.now());
    if (m_hardwareQueues.front(operation) == operation)
        enter(operation, cause);
}

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

void ComputeEngine::functionEnded(std::int32_t operation)
{
    const std::int32_t next = m_hardwareQueues.pop(operation);
    if (next >= 0 && m_dependencies.isReady(next))
        enter(next, ReadyCause::OwnStream);
}

void ComputeEngine::enter(std::int32_t operation, ReadyCause cause)
{
    if (m_program.operations[operation].kind == OperationKind::HostFunction) {
        m_listener.reachedFunction(operation);
        return;
    }
    std::int64_t time = startTime(operation, cause);
    if (waitsForVisit(operation)) {
        waitForVisit(operation, time);
        return;
    }
    const bool node = m_program.inGraph(m_program.operations[operation]);
    const bool root = m_program.submission == Submission::Graph && cause == ReadyCause::Call;
    const double dispatchNs = root   ? m_profile.compute.graphRootNs
                              : node ? m_profile.compute.graphDispatchNs
                                     : m_profile.compute.dispatchNs;
    // While the kernels that wait for nothing but the launch come one by one, the others start between them: 602
    // kernels of 1 us on 16 branches took 121 us, and 193 of 3 us on 45 took 55 (two H200s).
    std::int64_t &next = root ? m_nextRoot : m_nextDispatch;
    if (dispatchNs > 0) {
        time = std::max(time, next);
        next = time + wholeNs(dispatchNs);
    }
    if (time > m_events.now())
        m_events.schedule(time, SimulatedEventType::KernelQueued, operation);
    else
        joinQueue(operation);
}

/// A graph follows its edges, also among other work, and a host function is no work of the SMs.
bool ComputeEngine::waitsForVisit(std::int32_t operation) const
{
    const Operation &waiting = m_program.operations[operation];
    return m_visits.isNeeded() && !m_program.inGraph(waiting) && waiting.kind != OperationKind::HostFunction;
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

void ComputeEngine::waitForVisit(std::int32_t operation, std::int64_t time)
{
    time += wholeNs(sharedInPairsNs(operation));
    m_visits.add(time, m_hardwareQueues.readyAt(operation), operation, m_hardwareQueues.queueOf(operation),
                 wholeNs(memoryNs(operation, 0.4)));
    m_events.schedule(time, SimulatedEventType::QueueVisited, 0, 0, m_device);
}

void ComputeEngine::visitQueues()
{
    if (m_visits.drainsQueues() && !m_waiting.empty()) {
        m_visitHeld = true; // it stays where it is until the kernel that it has brought is placed
        return;
    }
    const QueueVisits::Next next = m_visits.next(m_events.now());
    if (next.operation >= 0)
        joinQueue(next.operation);
    if (next.lookAt >= 0 && (next.lookAt != m_lookAt || next.lookAt == m_events.now())) {
        m_lookAt = next.lookAt;
        m_events.schedule(next.lookAt, SimulatedEventType::QueueVisited, 0, 0, m_device);
    }
}

void ComputeEngine::joinQueue(std::int32_t operation)
{
    const std::int32_t slot = takeKernel();
    Kernel &kernel = m_kernels[slot];
    kernel = Kernel{};
    kernel.operation = operation;
    kernel.demand = m_costs.kernelDemand(operation);
    if (m_program.operations[operation].kind == OperationKind::Memset)
        kernel.demand.blockNs += wholeNs(profiledNs(true));
    kernel.unplaced = kernel.demand.blocks;
    noteKind(m_program.operations[operation]);
    const Place place{priorityOf(operation), m_turn++, slot};
    m_waiting.push_back(place);
    std::push_heap(m_waiting.begin(), m_waiting.end());
}

/// Rule A7: the nodes of a graph take the priority of the stream that it is launched in, which has none. Rule A4: a
/// priority out of range is clamped.
std::int64_t ComputeEngine::priorityOf(std::int32_t operation) const
{
    if (m_program.submission == Submission::Graph)
        return 0;
    const int asked = m_program.streams[m_program.operations[operation].stream].priority;
    return std::clamp(asked, std::min(m_profile.info.greatestPriority, 0), 0);
}

/// A kernel bound by throughput shares it with what runs beside it, not whole waves.
void ComputeEngine::fitToRoom(Kernel &kernel)
{
    if (kernel.demand.throughput <= 0 || m_running == 0 || (goesByAge(kernel.demand) && knowsLoads()))
        return;
    kernel.demand = m_costs.kernelDemand(kernel.operation, m_multiprocessors.room(kernel.demand.shape));
    kernel.unplaced = kernel.demand.blocks;
}

void ComputeEngine::dispatch()
{
    while (!m_waiting.empty()) {
        const std::int32_t kernel = m_waiting.front().kernel;
        if (kernel == m_blocked)
            return;
        if (!placeBlocks(kernel)) {
            m_blocked = kernel;
            awaitEndedBlocks(m_kernels[kernel]);
            return; // X1: nothing passes the kernel that waits
        }
    }
}

/// Places blocks of the first kernel of the queue. True when that was the last of them.
bool ComputeEngine::placeBlocks(std::int32_t slot)
{
    freeEnded();
    if (!m_kernels[slot].resident)
        fitToRoom(m_kernels[slot]);
    const std::int64_t most = mayPlace(m_kernels[slot]);
    if (most <= 0 || waitsForRoom(m_kernels[slot]) || waitsForPiece(m_kernels[slot]))
        return false;
    const std::int32_t index = takeBatch();
    Batch &batch = m_batches[index];
    Kernel &kernel = m_kernels[slot];
    batch.placement.clear();
    batch.all.clear();
    batch.kernel = slot;
    batch.blocks = m_multiprocessors.place(kernel.demand.shape, most, batch.placement, follows(kernel));
    if (batch.blocks == 0) {
        free(index);
        return false;
    }
    if (!kernel.resident)
        start(kernel);
    kernel.unplaced -= batch.blocks;
    ++kernel.running;
    ++m_running;
    m_throughput[static_cast<std::size_t>(kernel.demand.unit)] +=
        kernel.demand.throughput * static_cast<double>(batch.blocks);
    run(index, kernel);
    shareUnits(kernel.demand.unit);
    if (kernel.unplaced > 0)
        return false;
    allPlaced(kernel);
    return true;
}

/// Its blocks take places that others have just left all at once, as blocks of a given time do, and that several
/// kernels waited for. A kernel that waits alone takes all SMs evenly.
bool ComputeEngine::follows(const Kernel &kernel) const
{
    const bool wanted = !kernel.resident || m_waiting.size() > 1;
    return wanted && kernel.demand.throughput <= 0 && m_lastRelease == m_events.now();
}

bool ComputeEngine::waitsForRoom(const Kernel &kernel)
{
    return kernel.demand.together && m_running > 0 && m_multiprocessors.room(kernel.demand.shape) < kernel.unplaced;
}

/// Blocks of a kernel that may be placed, if they fit.
std::int64_t ComputeEngine::mayPlace(const Kernel &kernel) const
{
    return !kernel.resident && m_resident >= residentLimit(m_profile) ? 0 : kernel.unplaced;
}

void ComputeEngine::start(Kernel &kernel)
{
    kernel.resident = true;
    ++m_resident;
    m_listener.started(kernel.operation, firstInstruction());
}

/// When blocks that are placed now begin: a little later where they follow others. All that follow at one time keep one
/// pace, whatever their kernels; otherwise the waves would fall into ever more pieces.
std::int64_t ComputeEngine::firstInstruction() const
{
    return m_events.now() + (m_lastEnd == m_events.now() ? m_gap : 0);
}

void ComputeEngine::run(std::int32_t index, Kernel &kernel)
{
    if (join(index, kernel))
        return;
    kernel.youngest = index;
    kernel.youngestStart = m_events.now();
    unstack(index);
    Batch &batch = m_batches[index];
    batch.turn = m_batchTurn++;
    batch.since = firstInstruction();
    batch.left = static_cast<double>(kernel.demand.blockNs);
    if (kernel.aheadNs > 0) // at most half: a block takes its time
        batch.left -= std::min(batch.left / 2, std::exchange(kernel.aheadNs, 0) / shareOf(batch));
    if (kernel.demand.held) {
        hold(batch);
        return;
    }
    batch.rate = 1;
    batch.end = batch.since + wholeNs(batch.left);
    m_events.schedule(batch.end, SimulatedEventType::BlocksEnd, index, 0, m_device);
}

/// Blocks of one kernel that start at one time become one batch: otherwise every change from kernel to kernel would cut
/// the waves of all later ones into more pieces.
bool ComputeEngine::join(std::int32_t index, Kernel &kernel)
{
    if (kernel.youngestStart != m_events.now() || kernel.demand.blockNs == 0) // else it has ended already
        return false;
    Batch &joined = m_batches[kernel.youngest];
    const Batch &added = m_batches[index];
    joined.placement.insert(joined.placement.end(), added.placement.begin(), added.placement.end());
    joined.blocks += added.blocks;
    if (joined.stacked > 0) // it begins now, whatever its first blocks have to wait for
        joined.left = static_cast<double>(kernel.demand.blockNs);
    free(index);
    --kernel.running;
    --m_running;
    return true;
}

void ComputeEngine::free(std::int32_t batch)
{
    unstack(batch);
    m_batches[batch].kernel = -1;
    m_freeBatches.push_back(batch);
}

/// Batches of one kernel that end at one time become one: then the next round is another. Blocks of no length never do.
bool ComputeEngine::endsDiffer(std::int32_t kernel)
{
    m_ends.clear();
    for (const Batch &batch : m_batches)
        if (batch.kernel == kernel)
            m_ends.push_back(batch.end);
    std::sort(m_ends.begin(), m_ends.end());
    return m_kernels[kernel].demand.blockNs == 0
           || (m_ends.front() > m_events.now() && std::adjacent_find(m_ends.begin(), m_ends.end()) == m_ends.end());
}

bool ComputeEngine::mayLook()
{
    if (blocksEnded || m_waiting.empty() || m_events.now() < m_nextLook)
        return false;
    m_nextLook = m_events.now() + m_kernels[m_waiting.front().kernel].demand.blockNs;
    return true;
}

std::optional<ComputeEngine::Cycle> ComputeEngine::cycle()
{
    if (m_shares || m_waiting.empty() || m_blocked != m_waiting.front().kernel)
        return std::nullopt;
    const Kernel &kernel = m_kernels[m_blocked];
    if (kernel.running == 0 || !endsDiffer(m_blocked))
        return std::nullopt;
    const std::int64_t pace = kernel.demand.blockNs + m_gap;
    std::int64_t blocks = 0;
    for (const Batch &batch : m_batches)
        blocks += batch.kernel == m_blocked ? batch.blocks : 0;
    return Cycle{pace, m_ends.front(), m_ends.back(), (kernel.unplaced - 1) / blocks};
}

void ComputeEngine::skip(const Cycle &cycle, std::int64_t rounds)
{
    Kernel &kernel = m_kernels[m_blocked];
    const std::int64_t time = rounds * cycle.pace;
    for (Batch &batch : m_batches)
        if (batch.kernel == m_blocked) {
            kernel.unplaced -= rounds * batch.blocks;
            batch.end += time;
        }
    kernel.youngestStart += time;
    m_lastEnd += time;
}

/// Rule H4: the next of its hardware queue has its turn.
void ComputeEngine::allPlaced(const Kernel &kernel)
{
    const std::int32_t operation = kernel.operation; // entering may move the kernels
    std::pop_heap(m_waiting.begin(), m_waiting.end());
    m_waiting.pop_back();
    m_blocked = -1;
    if (m_waiting.empty() && std::exchange(m_visitHeld, false))
        m_events.schedule(m_events.now(), SimulatedEventType::QueueVisited, 0, 0, m_device);
    if (m_program.operations[operation].kind == OperationKind::Collective)
        return; // it is in no hardware queue
    const std::int32_t next = m_hardwareQueues.pop(operation);
    if (next < 0 || !m_dependencies.isReady(next))
        return;
    // It was ready before: nothing but the front end stands before it.
    if (waitsForVisit(next))
        waitForVisit(next, m_events.now());
    else
        enter(next, ReadyCause::OwnStream);
}

void ComputeEngine::blocksEnd(std::int32_t index)
{
    Batch &batch = m_batches[index];
    if (batch.kernel < 0 || batch.end != m_events.now()) { // its rate has changed since
        if (m_usesAges && m_roomAt == m_events.now())
            m_blocked = -1;
        return;
    }
    const std::int32_t slot = batch.kernel;
    Kernel &kernel = m_kernels[slot];
    const KernelUnit unit = kernel.demand.unit;
    m_lastEnd = m_events.now();
    if (blocksEnded)
        blocksEnded(kernel.operation, kernel.demand, batch.all.empty() ? batch.placement : batch.all);
    if (repeatBatch(index, kernel))
        return;
    m_multiprocessors.release(kernel.demand.shape, batch.placement);
    m_lastRelease = m_events.now();
    const std::int64_t blocks = batch.blocks;
    double &taken = m_throughput[static_cast<std::size_t>(kernel.demand.unit)];
    taken = std::max(0.0, taken - kernel.demand.throughput * static_cast<double>(batch.blocks));
    free(index);
    m_blocked = -1;
    --m_running;
    if (kernel.demand.held)
        takeMultiprocessors(-blocks);
    if (--kernel.running == 0 && kernel.unplaced == 0)
        end(slot);
    shareUnits(unit);
}

/// The short way for waves: the first of the queue gives the room of its ended blocks to as many of its next ones.
bool ComputeEngine::repeatBatch(std::int32_t index, Kernel &kernel)
{
    const Batch &batch = m_batches[index];
    if (kernel.unplaced == 0 || m_waiting.front().kernel != batch.kernel || batch.blocks > kernel.unplaced)
        return false;
    if (m_usesAges) // some of its places may have gone to others
        return false;
    kernel.unplaced -= batch.blocks;
    run(index, kernel);
    shareUnits(kernel.demand.unit);
    if (kernel.unplaced == 0)
        allPlaced(kernel);
    return true;
}

void ComputeEngine::end(std::int32_t slot)
{
    handOnTail(m_kernels[slot]);
    --m_resident;
    if (m_running == 0) {
        m_throughput = {}; // sums of quotients leave crumbs
        m_held = 0;
        m_shares = false;
    }
    m_freeKernels.push_back(slot);
    m_listener.finished(m_kernels[slot].operation);
}

std::int32_t ComputeEngine::takeBatch()
{
    if (m_freeBatches.empty()) {
        m_freeBatches.push_back(static_cast<std::int32_t>(m_batches.size()));
        m_batches.emplace_back();
    }
    const std::int32_t batch = m_freeBatches.back();
    m_freeBatches.pop_back();
    return batch;
}

std::int32_t ComputeEngine::takeKernel()
{
    if (m_freeKernels.empty()) {
        m_freeKernels.push_back(static_cast<std::int32_t>(m_kernels.size()));
        m_kernels.emplace_back();
    }
    const std::int32_t kernel = m_freeKernels.back();
    m_freeKernels.pop_back();
    return kernel;
}

} // namespace streamscope
