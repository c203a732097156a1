// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulation.h"

#include "engine/executors/simulator/simulated_blocks.h"
#include "engine/program/errors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

bool runsOnSms(OperationKind kind)
{
    return kind == OperationKind::Kernel || kind == OperationKind::Memset;
}

/// Kernels that the host issues with no other GPU operation between them share a number (rule F5).
std::vector<std::int32_t> kernelBatches(const Program &program, int &count)
{
    std::vector<std::int32_t> batches(program.operations.size(), -1);
    count = 0;
    bool open = false;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const OperationKind kind = program.operations[i].kind;
        if (kind == OperationKind::Kernel) {
            count += open ? 0 : 1;
            batches[i] = count - 1;
        }
        open = kind == OperationKind::Kernel;
    }
    return batches;
}

} // namespace

Simulation::Simulation(const DeviceProfile &profile, const Program &program)
    : m_profile(profile), m_program(program), m_costs(profile, program), m_copies(profile, program, m_costs, m_events),
      m_compute(profile, program, m_costs, m_events), m_times(program.operations.size()),
      m_done(program.operations.size(), 0), m_streams(program.streams.size()), m_awaited(awaitedRecords(program)),
      m_waiters(program.operations.size()), m_heldBatch(program.streams.size(), -1)
{
    int batches = 0;
    m_batch = kernelBatches(program, batches);
    m_batchRunning.assign(batches, 0);

    const auto ready = [this](std::int32_t operation) { return isHead(operation); };
    const auto started = [this](std::int32_t operation) { m_times[operation].start = m_events.now(); };
    const auto finished = [this](std::int32_t operation) { finish(operation); };
    m_compute.isReady = ready;
    m_copies.started = started;
    m_compute.started = [this](std::int32_t operation, std::int64_t time) { m_times[operation].start = time; };
    m_copies.finished = m_compute.finished = finished;
}

void Simulation::recordBlocks(BlockRecords &records)
{
    m_compute.blocksEnded = [this, recorder = SimulatedBlocks(m_program, records)](std::int32_t operation,
                                                                                   const KernelDemand &demand,
                                                                                   const Placement &placement) mutable {
        recorder.add(operation, demand, placement, m_events.now());
    };
}

std::vector<OperationTimes> Simulation::run(const std::stop_token &stop)
{
    constexpr int eventsPerLookAtTheStopToken = 1024;
    hostNext();
    hostContinueIfDone();
    for (int count = 0; !m_events.empty(); ++count) {
        if (count % eventsPerLookAtTheStopToken == 0 && stop.stop_requested())
            throw Cancelled();
        handle(m_events.next());
        dispatchEngines();
        hostContinueIfDone();
    }
    requireAllDone();
    return std::move(m_times);
}

void Simulation::requireAllDone() const
{
    const auto open = std::find(m_done.begin(), m_done.end(), 0);
    if (open != m_done.end())
        throw RunError("the program never ends: operation " + std::to_string(open - m_done.begin()) + " ("
                       + std::string(kindName(m_program.operations[open - m_done.begin()].kind))
                       + ") waits for something that does not happen");
}

void Simulation::handle(const SimulatedEvent &event)
{
    switch (event.type) {
    case SimulatedEventType::HostContinues:
        hostNext();
        break;
    case SimulatedEventType::CallReturns:
        callReturned(event.id);
        break;
    case SimulatedEventType::CopyStep:
        m_copies.step(event.id, event.generation);
        break;
    case SimulatedEventType::KernelQueued:
        m_compute.joinQueue(event.id);
        break;
    case SimulatedEventType::BlocksEnd:
        m_compute.blocksEnd(event.id);
        break;
    }
}

void Simulation::hostNext()
{
    if (m_nextCall == static_cast<std::int32_t>(m_program.operations.size()))
        return;
    const std::int32_t index = m_nextCall++;
    const Operation &operation = m_program.operations[index];
    OperationTimes &times = m_times[index];
    times.issue = m_events.now();
    if (operation.kind == OperationKind::Sync) {
        times.ready = times.start = m_events.now();
        m_hostOperation = index;
        m_hostWait = operation.syncScope == SyncScope::Stream  ? HostWait::Stream
                     : operation.syncScope == SyncScope::Event ? HostWait::Operation
                                                               : HostWait::Device;
        return; // hostContinueIfDone() looks at it
    }
    std::int64_t cost = m_costs.hostCallNs(operation, m_lastStream);
    if (operation.stream >= 0)
        m_lastStream = operation.stream;
    if (operation.kind == OperationKind::HostWork) {
        times.ready = times.start = m_events.now();
        cost = operation.durationNs;
    }
    m_events.schedule(m_events.now() + cost, SimulatedEventType::CallReturns, index);
}

/// Rule S1: an operation is in its stream from the end of the call on.
void Simulation::callReturned(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    m_times[index].returned = m_events.now(); // held calls come back later: hostContinueIfDone()
    if (operation.kind == OperationKind::HostWork || operation.kind == OperationKind::Sync) {
        m_times[index].end = m_events.now();
        m_done[index] = 1;
        hostNext();
        return;
    }
    issue(index);
    if (holdsHost(operation)) {
        m_hostOperation = index;
        m_hostWait = HostWait::Operation;
        return;
    }
    hostNext();
}

/// Rules P1, P2: a pageable copy is staged by the host, which is held until it is done; small H2D copies are not.
bool Simulation::holdsHost(const Operation &operation) const
{
    const bool hostCopy = operation.kind == OperationKind::H2D || operation.kind == OperationKind::D2H;
    if (!hostCopy || m_program.hostMemoryOf(operation) != HostMemory::Pageable)
        return false;
    return operation.kind == OperationKind::D2H || operation.bytes > m_profile.copies.pageableAsyncBytes;
}

bool Simulation::hostConditionMet() const
{
    const Operation &operation = m_program.operations[m_hostOperation];
    switch (m_hostWait) {
    case HostWait::No:
        return false;
    case HostWait::Device:
        return m_undone == 0;
    case HostWait::Stream:
        return m_streams[operation.stream].pending.empty();
    case HostWait::Operation:
        break;
    }
    if (operation.kind != OperationKind::Sync)
        return m_done[m_hostOperation] != 0;
    // cudaEventSynchronize: the latest record before this call; never recorded passes at once
    for (std::int32_t i = m_hostOperation - 1; i >= 0; --i) {
        const Operation &earlier = m_program.operations[i];
        if (earlier.kind == OperationKind::EventRecord && earlier.event == operation.event)
            return m_done[i] != 0;
    }
    return true;
}

void Simulation::hostContinueIfDone()
{
    if (m_hostWait == HostWait::No || !hostConditionMet())
        return;
    m_hostWait = HostWait::No;
    if (m_program.operations[m_hostOperation].kind == OperationKind::Sync) {
        m_events.schedule(m_events.now() + std::llround(m_profile.host.syncNs), SimulatedEventType::CallReturns,
                          m_hostOperation);
        return;
    }
    m_times[m_hostOperation].returned = m_events.now();
    m_events.schedule(m_events.now(), SimulatedEventType::HostContinues, 0);
}

void Simulation::issue(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    ++m_undone;
    if (isCopy(operation.kind))
        m_copies.enqueue(index);
    else if (runsOnSms(operation.kind))
        m_compute.enqueue(index);
    if (m_batch[index] >= 0)
        ++m_batchRunning[m_batch[index]];

    StreamState &stream = m_streams[operation.stream];
    stream.pending.push_back(index);
    // Inside the kernels' own queue the order is enough; only the others wait for the signal.
    if (stream.held && stream.pending.size() == 1 && m_batch[index] == m_heldBatch[operation.stream])
        stream.held = false;
    if (stream.pending.size() == 1)
        advance(operation.stream);
}

bool Simulation::isHead(std::int32_t index) const
{
    const StreamState &stream = m_streams[m_program.operations[index].stream];
    return !stream.held && !stream.pending.empty() && stream.pending.front() == index;
}

/// The stream has a new head: events pass, work becomes ready.
void Simulation::advance(std::int32_t stream)
{
    m_toAdvance.push_back(stream);
    if (m_advancing)
        return;
    m_advancing = true;
    while (!m_toAdvance.empty()) {
        const std::int32_t next = m_toAdvance.back();
        m_toAdvance.pop_back();
        advanceOne(next);
    }
    m_advancing = false;
}

void Simulation::advanceOne(std::int32_t stream)
{
    StreamState &state = m_streams[stream];
    if (state.held || state.pending.empty())
        return;
    const std::int32_t index = state.pending.front();
    OperationTimes &times = m_times[index];
    if (times.ready == unknownTime)
        times.ready = m_events.now();
    const OperationKind kind = m_program.operations[index].kind;
    if (isCopy(kind))
        m_copies.becameReady(index);
    else if (runsOnSms(kind))
        m_compute.becameReady(index);
    else if (kind == OperationKind::EventRecord || kind == OperationKind::EventWait)
        passEvent(index);
}

/// Rules S4, S5: a record is done when its stream reaches it, a wait when the record that it waits for is done.
void Simulation::passEvent(std::int32_t index)
{
    if (m_awaited[index] >= 0 && !m_done[m_awaited[index]]) {
        m_waiters[m_awaited[index]].push_back(m_program.operations[index].stream);
        return;
    }
    m_times[index].start = m_events.now();
    finish(index);
}

void Simulation::finish(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    m_times[index].end = m_events.now();
    m_done[index] = 1;
    --m_undone;
    StreamState &stream = m_streams[operation.stream];
    stream.pending.pop_front();
    if (m_batch[index] >= 0) {
        --m_batchRunning[m_batch[index]];
        if (holdsSignal(index)) {
            stream.held = true;
            m_heldBatch[operation.stream] = m_batch[index];
        }
        if (m_batchRunning[m_batch[index]] == 0)
            releaseHeldStreams(m_batch[index]);
    }
    advance(operation.stream);
    for (const std::int32_t waiter : std::exchange(m_waiters[index], {}))
        advance(waiter);
}

bool Simulation::holdsSignal(std::int32_t index) const
{
    if (!m_profile.compute.delayedSignal || m_batchRunning[m_batch[index]] == 0)
        return false;
    const auto &pending = m_streams[m_program.operations[index].stream].pending;
    return pending.empty() || m_batch[pending.front()] != m_batch[index];
}

void Simulation::releaseHeldStreams(std::int32_t batch)
{
    for (std::size_t i = 0; i < m_streams.size(); ++i) {
        if (!m_streams[i].held || m_heldBatch[i] != batch)
            continue;
        m_streams[i].held = false;
        advance(static_cast<std::int32_t>(i));
    }
}

void Simulation::dispatchEngines()
{
    m_copies.dispatch();
    m_compute.dispatch();
}

} // namespace streamscope
