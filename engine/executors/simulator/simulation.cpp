// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulation.h"
#include "engine/executors/simulator/host/function_thread.h"
#include "engine/executors/simulator/queues/operation_summary.h"
#include "engine/executors/simulator/simulated_time.h"

#include "engine/executors/simulator/simulated_blocks.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace streamscope {

namespace {

/// CUDA takes copies and memsets of no bytes and does nothing for them.
bool movesNothing(const Operation &operation)
{
    return operation.bytes == 0 && (isCopy(operation.kind) || operation.kind == OperationKind::Memset);
}

/// Passes when its stream reaches it.
bool isInstant(OperationKind kind)
{
    return kind == OperationKind::EventRecord || kind == OperationKind::EventWait;
}

/// Takes memory from a pool, or gives it back.
bool takesFromPool(OperationKind kind)
{
    return kind == OperationKind::Alloc || kind == OperationKind::Free;
}

/// Puts the second and the fourth before the first and the third.
void everySecondFirst(std::vector<std::int32_t> &waiters)
{
    std::size_t number = 0;
    std::stable_partition(waiters.begin(), waiters.end(), [&number](std::int32_t) { return number++ % 2 == 1; });
}

} // namespace

Simulation::Simulation(const DeviceProfile &profile, const Program &program, const SimulationOptions &options)
    : m_profile(profile), m_program(program), m_options(options), m_devices(program.deviceCount()),
      m_costs(profile, program, options.jitterSeed), m_states(program), m_dependencies(m_states), m_work(program),
      m_times(program.operations.size()), m_done(program.operations.size(), 0),
      m_order(profile, program, m_devices, m_done), m_sharedHost(program),
      m_issuing(static_cast<std::size_t>(m_sharedHost.threads)),
      m_copies(profile, program, m_costs, m_events, *this, m_states, m_devices), m_signal(profile, program),
      m_gateClosed(program.submission == Submission::Gated)
{
    EngineListener &listener = *this;
    HostListener &hostListener = *this;
    m_hosts.reserve(m_issuing);
    for (std::int32_t thread = 0; thread < m_sharedHost.threads; ++thread)
        m_hosts.emplace_back(thread, profile, program, m_costs, m_events, m_work, m_done, m_times, m_sharedHost,
                             hostListener);
    const OperationSummary summary(program);
    if (summary.synchronizesWithEvents)
        m_recordsSeen = recordsSeen(program);
    for (int device = 0; device < m_devices; ++device)
        m_compute.push_back(std::make_unique<ComputeEngine>(profile, program, m_costs, m_events, m_dependencies,
                                                            listener, m_states, device));
    if (summary.allocatesInStreams)
        m_pools.emplace(profile, program, m_devices, m_done);
    for (const std::int32_t group : summary.collectives)
        ++m_collectives[group].ranks;
}

ComputeEngine &Simulation::computeOf(std::int32_t operation)
{
    return *m_compute[m_program.streams[m_program.operations[operation].stream].device];
}

void Simulation::recordBlocks(BlockRecords &records)
{
    const auto recorder = std::make_shared<SimulatedBlocks>(m_program, records);
    for (const auto &compute : m_compute)
        compute->blocksEnded = [this, recorder](std::int32_t operation, const KernelDemand &demand,
                                                const Placement &placement) {
            recorder->add(operation, demand, placement, m_events.now());
        };
}

SimulatedTimes Simulation::run(const std::stop_token &stop)
{
    constexpr std::uint64_t eventsPerLookAtTheStopToken = 1024;
    for (HostThread &host : m_hosts)
        host.begin();
    for (HostThread &host : m_hosts)
        host.continueIfDone();
    for (std::uint64_t count = 0; !m_events.empty(); ++count) {
        if (count % eventsPerLookAtTheStopToken == 0 && stop.stop_requested())
            throw Cancelled();
        if (count >= m_options.maxEvents)
            refuseSize();
        const SimulatedEvent event = m_events.next();
        handle(event);
        dispatchEngines();
        for (HostThread &host : m_hosts)
            host.continueIfDone();
        if (event.type == SimulatedEventType::BlocksEnd && m_options.skipsWaves && m_compute[event.device]->mayLook())
            skipWaves();
    }
    requireAllDone();
    return std::move(m_times);
}

/// Waves that are sure to follow each other until something else happens need no event each. Whatever happens next
/// finds what it would have found.
void Simulation::skipWaves()
{
    m_cycles.clear();
    for (const auto &compute : m_compute)
        m_cycles.push_back(compute->cycle());
    const auto isOfCycle = [this](const SimulatedEvent &event) {
        return event.type == SimulatedEventType::BlocksEnd && m_cycles[event.device]
               && m_compute[event.device]->isOfCycle(event.id);
    };
    std::int64_t horizon = m_events.earliest([&](const SimulatedEvent &event) { return !isOfCycle(event); });
    for (const auto &cycle : m_cycles)
        if (cycle && cycle->pace > 0 && cycle->rounds < (horizon - cycle->first) / cycle->pace)
            horizon = cycle->first + cycle->rounds * cycle->pace; // from there on it changes by itself
    std::vector<std::int64_t> &delays = m_delays;
    delays.assign(m_compute.size(), 0);
    for (std::size_t device = 0; device < m_compute.size(); ++device) {
        if (!m_cycles[device] || m_cycles[device]->last >= horizon)
            continue;
        const ComputeEngine::Cycle &cycle = *m_cycles[device];
        const std::int64_t rounds =
            cycle.pace == 0 ? cycle.rounds : std::min(cycle.rounds, (horizon - 1 - cycle.last) / cycle.pace + 1);
        m_compute[device]->skip(cycle, rounds);
        delays[device] = rounds * cycle.pace;
    }
    m_events.putOff([&](const SimulatedEvent &event) { return isOfCycle(event) ? delays[event.device] : 0; });
}

void Simulation::refuseSize() const
{
    throw RunError(Phrase("engine", "the simulation was given up after %1 events, at %2 ms of simulated time: use "
                                    "fewer operations or kernels with fewer waves of blocks")
                       .arg(m_options.maxEvents, std::to_string(static_cast<double>(m_events.now()) / 1e6)));
}

void Simulation::requireAllDone() const
{
    // A thread that waits for another one is not the cause.
    const auto stuck = std::find_if(m_hosts.begin(), m_hosts.end(), [](const HostThread &host) {
        return host.waitsIn() >= 0 && !host.waitsForThread();
    });
    const std::int32_t held = stuck == m_hosts.end() ? -1 : stuck->waitsIn();
    std::size_t open = held >= 0 ? static_cast<std::size_t>(held) : 0;
    while (held < 0 && open < m_times.size() && m_times.end(open) != unknownTime)
        ++open;
    if (open == m_times.size())
        return;
    const Operation &operation = m_program.operations[open];
    std::string what = QT_TRANSLATE_NOOP("engine", "something that does not happen");
    if (held >= 0 && stuck->waitsForRoom() && m_gateClosed)
        what =
            Phrase("engine", "room in stream %1, which takes %2 operations, behind a gate that opens when everything "
                             "is issued; use fewer operations per stream or submission = graph")
                .arg(m_program.streams[operation.stream].id, m_profile.host.launchQueueDepth);
    else if (operation.kind == OperationKind::Collective)
        what = Phrase("engine", "ranks of its group %1 that never come").arg(operation.group());
    throw RunError(Phrase("engine", "the program never ends: operation %1 (%2) waits for %3")
                       .arg(open, kindName(operation.kind), what)
                   + waitingThreadsText());
}

/// "; host thread 1 waits for thread 0 to issue operation 4 (event_record)".
std::string Simulation::waitingThreadsText() const
{
    std::string text;
    for (std::size_t thread = 0; thread < m_hosts.size(); ++thread) {
        if (!m_hosts[thread].waitsForThread())
            continue;
        for (const std::int32_t other : m_sharedHost.order.before(static_cast<std::size_t>(m_hosts[thread].waitsIn())))
            if (m_times.returned(other) == unknownTime)
                text += "; host thread " + std::to_string(thread) + " waits for thread "
                        + std::to_string(m_program.operations[other].thread) + " to issue "
                        + operationText(m_program, static_cast<std::size_t>(other));
    }
    return text;
}

void Simulation::handle(const SimulatedEvent &event)
{
    switch (event.type) {
    case SimulatedEventType::HostContinues:
        m_hosts[event.id].next();
        break;
    case SimulatedEventType::CallReturns:
        m_hosts[m_program.operations[event.id].thread].callReturned(event.id);
        break;
    case SimulatedEventType::GateOpens:
        openGate();
        break;
    case SimulatedEventType::StreamReleased:
        if (m_dependencies.close(event.id))
            becomeReady(event.id, m_states[event.id].cause);
        break;
    case SimulatedEventType::CopyStep:
        m_copies.step(event.id, event.generation);
        break;
    case SimulatedEventType::KernelQueued:
        computeOf(event.id).joinQueue(event.id);
        break;
    case SimulatedEventType::QueueVisited:
        m_compute[event.device]->visitQueues();
        break;
    case SimulatedEventType::BlocksEnd:
        m_compute[event.device]->blocksEnd(event.id);
        break;
    case SimulatedEventType::CollectivePlaced:
        joinCollective(event.id);
        break;
    case SimulatedEventType::OperationEnds:
        finished(event.id);
        break;
    }
}

void Simulation::issue(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    m_work.issued(index);
    m_signal.issued(index);
    if (operation.kind == OperationKind::HostFunction)
        openFunction(operation.stream);
    const std::int32_t before = operation.stream >= 0 ? latestIn(operation.stream) : -1;
    const bool behindMemory = before >= 0 && m_program.operations[before].kind == OperationKind::Alloc;
    waitForAll(index);
    if (holdsQueue(index) || (runsOnSms(index) && !movesNothing(operation)))
        computeOf(index).enqueue(index);
    else if (isCopy(operation.kind) && !movesNothing(operation) && !m_states[index].withCommands)
        m_copies.enqueue(index, m_dependencies.waitsForCallOnly(index), behindMemory);
    if (operation.kind == OperationKind::Alloc)
        allocate(index);
    else if (operation.kind == OperationKind::Free && m_pools)
        m_pools->free(index);
    const bool mayBeHeld = operation.kind == OperationKind::H2D;
    const std::int64_t held = mayBeHeld ? m_heldCopies.until(m_program.deviceOf(operation)) : 0;
    if (held > m_events.now()) {
        m_states[index].cause = ReadyCause::Call;
        m_events.schedule(held, SimulatedEventType::StreamReleased, index);
    } else if (m_dependencies.close(index))
        becomeReady(index, ReadyCause::Call);
}

void Simulation::allocated(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    const bool goesBack = operation.kind == OperationKind::Free && operation.stream < 0
                          && operation.allocation == AllocationPlace::Device && !m_program.traced;
    if (goesBack && m_profile.copies.waitsForLooks())
        m_heldCopies.hold(m_program.deviceOf(operation), m_events.now(), 0);
    else
        m_heldCopies.freed(operation, m_program.deviceOf(operation), m_events.now());
}

void Simulation::waitForAll(std::int32_t index)
{
    const std::vector<std::int32_t> &before = m_order.issue(index, m_events.now());
    if (m_pools)
        m_pools->issue(index, before);
    for (const std::int32_t other : before) {
        const bool held = m_signal.isHeld(other) && !m_signal.sameBatch(other, index);
        if (!m_done[other] || held)
            m_dependencies.add(index, other);
    }
}

void Simulation::allocate(std::int32_t index)
{
    const MemoryPool::Source source = m_pools->take(index);
    if (source.waitsFor < 0)
        return;
    m_dependencies.add(index, source.waitsFor);
    m_inserted.push_back({index, source.waitsFor});
}

bool Simulation::hostIssues() const
{
    const auto goesOn = [](const HostThread &host) {
        return !host.hasIssuedAll() && (host.waitsIn() < 0 || host.waitsForRoom());
    };
    return m_issuing > 0 && m_program.submission == Submission::Live
           && std::any_of(m_hosts.begin(), m_hosts.end(), goesOn);
}

void Simulation::allIssued()
{
    if (--m_issuing == 0 && m_gateClosed)
        m_events.schedule(m_events.now(), SimulatedEventType::GateOpens, 0);
}

/// The device lets go one stream after the other. Where streams share the queues of kernels, the wait of each stands in
/// its queue, and passes when the queue is visited: 108 streams with a kernel each began within 35 us, queue by queue
/// (H200).
void Simulation::openGate()
{
    m_gateClosed = false;
    m_gateOpened = m_events.now();
    for (const auto &compute : m_compute)
        compute->gateOpens();
    std::sort(m_behindGate.begin(), m_behindGate.end());
    double delay = 0;
    for (const std::int32_t operation : std::exchange(m_behindGate, {})) {
        m_dependencies.hold(operation);
        m_events.schedule(m_gateOpened + wholeNs(delay), SimulatedEventType::StreamReleased, operation);
        if (runsOnSms(operation) && computeOf(operation).visitsSharedQueues())
            continue;
        const bool takesMemory = m_program.operations[operation].kind == OperationKind::Alloc;
        delay += takesMemory && m_profile.pool.releaseNs > 0 ? m_profile.pool.releaseNs : m_profile.compute.releaseNs;
    }
}

std::int64_t Simulation::synchronized(std::int32_t operation)
{
    m_heldCopies.synchronized(m_events.now());
    const std::int64_t trimNs = m_pools ? wholeNs(m_pools->trimNs(operation)) : 0;
    if (trimNs > 0 && m_profile.copies.waitsForLooks())
        m_heldCopies.hold(m_program.deviceOf(m_program.operations[operation]), m_events.now() + trimNs, trimNs);
    return trimNs;
}

std::int64_t Simulation::moreCallNs(std::int32_t index)
{
    return m_pools ? wholeNs(m_pools->moreNs(index)) : 0;
}

std::int64_t Simulation::extraCallNs(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    return operation.kind == OperationKind::Alloc && operation.stream != Operation::none
               ? wholeNs(m_pools->beginNs(index))
               : 0;
}

/// Its stream has reached it and all that it waits for is done.
void Simulation::becomeReady(std::int32_t index, ReadyCause cause)
{
    m_states[index].cause = cause;
    if (m_gateClosed) {
        m_behindGate.push_back(index);
        return;
    }
    // In a graph events are edges: what one lets go comes in its place, not behind all that is ready.
    if (m_program.inGraph(m_program.operations[index]))
        m_reached.insert(m_reached.begin() + static_cast<std::ptrdiff_t>(m_place++), index);
    else
        m_reached.push_back(index);
    if (m_handingOn)
        return;
    m_handingOn = true;
    for (std::size_t next = 0; next < m_reached.size(); ++next) { // grows meanwhile
        m_place = next + 1;
        makeReady(m_reached[next]);
    }
    m_reached.clear();
    m_place = 0;
    m_handingOn = false;
}

void Simulation::makeReady(std::int32_t index)
{
    m_times.setReady(index, m_events.now());
    if (movesNothing(m_program.operations[index])) {
        m_times.setStart(index, m_events.now());
        finished(index);
        return;
    }
    if (runsOnSms(index) || holdsQueue(index)) {
        computeOf(index).becameReady(index, m_states[index].cause);
        return;
    }
    switch (m_program.operations[index].kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
        if (m_states[index].withCommands)
            copyFromCommands(index);
        else
            m_copies.becameReady(index);
        break;
    case OperationKind::Kernel:
    case OperationKind::Memset:
        break;                       // on the SMs
    case OperationKind::EventRecord: // rules S4, S5: they pass when their stream reaches them
    case OperationKind::EventWait:
        m_times.setStart(index, m_events.now());
        finished(index);
        break;
    case OperationKind::HostFunction:
        runHostFunction(index);
        break;
    case OperationKind::Alloc:
    case OperationKind::Free:
        runFor(index, m_events.now(), m_profile.pool.allocNs);
        break;
    case OperationKind::Collective:
        if (m_costs.takesMultiprocessors(m_program.operations[index]))
            computeOf(index).joinQueue(index);
        else
            joinCollective(index);
        break;
    case OperationKind::HostWork:
    case OperationKind::Sync:
        break; // never in a stream
    }
}

void Simulation::runFor(std::int32_t operation, std::int64_t start, double durationNs)
{
    m_times.setStart(operation, start);
    m_events.schedule(start + wholeNs(durationNs), SimulatedEventType::OperationEnds, operation);
}

/// The channel of the kernels brings the bytes, and no engine; the host's reads of its commands are slower where one
/// works. Behind a call 1, 8 and 24 KiB were there after 4.8, 5.1 and 6.2 us, and behind a kernel's after 5.7; behind a
/// kernel of their stream copies begin after 0.9 to 1.7 us, or 4 (H200).
void Simulation::copyFromCommands(std::int32_t index)
{
    constexpr double untracedNs = 700, behindOthersNs = 1'000, engineWorks = 3.1;
    const double beside = m_copies.bytesIn(m_program.deviceOf(m_program.operations[index])) > 0 ? engineWorks : 1;
    const double behindCallNs = m_profile.copies.startNs + (m_program.traced ? 0 : untracedNs);
    const bool behindCall = m_states[index].cause == ReadyCause::Call;
    runFor(index, m_events.now() + wholeNs(behindCall ? behindCallNs : beside * behindOthersNs),
           m_costs.commandCopyNs(index, beside));
}

void Simulation::openFunction(std::int32_t stream)
{
    ++m_openFunctions[stream];
    m_mostOpenFunctions = std::max(m_mostOpenFunctions, m_openFunctions.size());
}

void Simulation::functionEnded(std::int32_t stream)
{
    const auto open = m_openFunctions.find(stream);
    const bool more = --open->second > 0;
    const auto queues = static_cast<std::size_t>(m_profile.compute.hardwareQueues);
    m_functionsWait = m_openFunctions.size() > 1 && m_mostOpenFunctions > queues;
    if (!more)
        m_openFunctions.erase(open);
    if (m_openFunctions.empty())
        m_mostOpenFunctions = 0;
}

/// Rule S6: one thread of the driver runs them one after the other. It sleeps before the first, and whenever none is
/// ready; only where more streams had some than there are hardware queues it stays awake for those that are left: 55
/// streams with a function of 1 us each behind kernels of 184 us took 201 us for each wave of eight. Of one to three
/// streams each that followed a kernel came 65 to 95 us late. Before the first of a run it slept since the last run.
void Simulation::runHostFunction(std::int32_t operation)
{
    const double sleptNs =
        static_cast<double>(m_events.now() - m_hostFunctionsEnd) + (m_hostFunctionsEnd == 0 ? sleptBeforeFirstNs : 0);
    const bool awake =
        m_functionsWait
        || (m_hostFunctionsEnd > 0 && m_events.now() <= m_hostFunctionsEnd + wholeNs(m_profile.host.nextFunctionNs));
    const double delay = awake ? m_profile.host.nextFunctionNs : functionWakeShare(sleptNs) * m_profile.host.functionNs;
    const std::int64_t start = std::max(m_events.now(), m_hostFunctionsEnd) + wholeNs(delay);
    const std::int64_t duration = m_program.operations[operation].durationNs;
    m_hostFunctionsEnd = start + duration;
    runFor(operation, start, static_cast<double>(duration));
}

void Simulation::joinCollective(std::int32_t operation)
{
    Collective &collective = m_collectives[m_program.operations[operation].group()];
    collective.arrived.push_back(operation);
    if (static_cast<int>(collective.arrived.size()) < collective.ranks)
        return;
    for (const std::int32_t rank : collective.arrived) {
        const auto duration = static_cast<double>(m_costs.collectiveNs(rank, collective.ranks));
        m_times.setStart(rank, m_events.now()); // until now it waited for the others
        if (m_costs.takesMultiprocessors(m_program.operations[rank]))
            computeOf(rank).resume(rank, duration, m_profile.links.ringMemoryShare);
        else
            runFor(rank, m_events.now(), duration);
    }
}

/// A rank of a collective waits on its SMs for the others.
void Simulation::started(std::int32_t operation, std::int64_t time)
{
    m_times.setStart(operation, time);
    if (m_program.operations[operation].kind == OperationKind::Collective)
        m_events.schedule(time, SimulatedEventType::CollectivePlaced, operation);
}

void Simulation::finished(std::int32_t index)
{
    m_times.setEnd(index, m_events.now());
    m_done[index] = 1;
    m_work.finished(index);
    const Operation &operation = m_program.operations[index];
    const int device = m_program.deviceOf(operation);
    if (operation.kind == OperationKind::HostFunction) {
        functionEnded(operation.stream);
        m_copies.functionEnded(device);
    }
    if (operation.kind == OperationKind::Memset) {
        computeOf(index).memsetEnded();
        m_copies.memsetEnded(device);
    }
    if (holdsQueue(index))
        computeOf(index).functionEnded(index);
    else if (runsOnSms(index))
        m_copies.kernelEnded(device);
    else if (isCopy(operation.kind) && (!m_states[index].withCommands || m_program.traced))
        computeOf(index).copyEnded(m_costs.isInline(index),
                                   operation.kind == OperationKind::H2D ? m_times.start(index) : m_events.now());
    if (!m_signal.finished(index)) {
        for (const std::int32_t held : m_signal.released())
            release(held);
        release(index);
        return;
    }
    // Only the kernels of its own batch learn of its end; the others stay in the list.
    std::vector<std::int32_t> others;
    for (std::int32_t waiter; (waiter = m_dependencies.takeWaiter(index)) != Dependencies::none;)
        if (!m_signal.sameBatch(index, waiter))
            others.push_back(waiter);
        else if (m_dependencies.close(waiter))
            becomeReady(waiter, causeFrom(index, waiter));
    for (const std::int32_t other : others) {
        m_dependencies.add(other, index);
        m_dependencies.close(other); // it counted already
    }
}

/// An event that passes hands on what it waited for itself. So does memory from a pool: the first kernel behind a gate
/// starts no sooner behind an allocation (H200s: 2.3 us).
ReadyCause Simulation::causeFrom(std::int32_t released, std::int32_t waiter) const
{
    const Operation &before = m_program.operations[released];
    if (before.stream != m_program.operations[waiter].stream)
        return ReadyCause::OtherStream;
    return isInstant(before.kind) || takesFromPool(before.kind) ? m_states[released].cause : ReadyCause::OwnStream;
}

/// Streams are released the last issued first, as an H200 mostly does it; in a graph in their order.
/// Behind a copy it depends on how many wait: two began in the order of their issue in 11 of 13 processes on H200s,
/// five in 5 of 8; of three the second went first and then the others in 31 of 32 processes, of four the second and the
/// last and then the others in 17 of 23. Behind a kernel two began so in 3 of 10, and more in any order
/// (docs/measurements/model.md, "Small programs").
void Simulation::release(std::int32_t operation)
{
    const bool inGraph = m_program.inGraph(m_program.operations[operation]);
    if (inGraph || isCopy(m_program.operations[operation].kind)) {
        std::vector<std::int32_t> waiters;
        for (std::int32_t waiter; (waiter = m_dependencies.takeWaiter(operation)) != Dependencies::none;)
            waiters.push_back(waiter);
        std::ranges::reverse(waiters);
        if (!inGraph && (waiters.size() == 3 || waiters.size() == 4))
            everySecondFirst(waiters);
        for (const std::int32_t waiter : waiters)
            if (m_dependencies.close(waiter))
                becomeReady(waiter, causeFrom(operation, waiter));
        m_states.leave(operation);
        return;
    }
    for (std::int32_t waiter; (waiter = m_dependencies.takeWaiter(operation)) != Dependencies::none;)
        if (m_dependencies.close(waiter))
            becomeReady(waiter, causeFrom(operation, waiter));
    m_states.leave(operation);
}

void Simulation::dispatchEngines()
{
    m_copies.dispatch();
    if (m_profile.info.asyncEngineCount > 0) {
        for (std::size_t device = 0; device < m_compute.size(); ++device)
            m_compute[device]->setCopiesBusy(m_copies.isBusy(static_cast<int>(device)),
                                             m_copies.bytesIn(static_cast<int>(device)));
        for (const auto &compute : m_compute)
            compute->dispatch();
        return;
    }
    // Rule C1: a device without copy engines does one thing at a time.
    for (std::size_t device = 0; device < m_compute.size(); ++device) {
        const int index = static_cast<int>(device);
        const bool was = m_compute[device]->isBusy();
        if (!m_copies.isBusy(index))
            m_compute[device]->dispatch();
        m_copies.setComputeBusy(index, m_compute[device]->isBusy());
        if (!m_compute[device]->isBusy() && (was || !m_copies.isBusy(index)))
            m_copies.lookAgain(index);
    }
    m_copies.dispatch();
}

} // namespace streamscope
