// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/compute_engine.h"

#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
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
