// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/host_thread.h"
#include "engine/executors/simulator/queues/operation_states.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

HostThread::HostThread(std::int32_t thread, const DeviceProfile &profile, const Program &program,
                       const CostModel &costs, EventQueue &events, const OutstandingWork &work,
                       const std::vector<std::uint8_t> &done, SimulatedTimes &times, SharedHost &shared,
                       HostListener &listener)
    : m_thread(thread), m_profile(profile), m_program(program), m_costs(costs), m_events(events), m_work(work),
      m_done(done), m_times(times), m_shared(shared), m_listener(listener), m_calls(profile, program)
{}

void HostThread::begin()
{
    const std::vector<Operation> &operations = m_program.operations;
    if (m_program.submission == Submission::Graph && !operations.empty() && operations.front().thread == m_thread)
        m_events.schedule(m_costs.graphLaunchNs(operations.size()), SimulatedEventType::CallReturns, 0);
    else
        next();
}

/// Rule Q1: one call hands over everything, one node after the other.
void HostThread::launchGraph()
{
    const auto end = static_cast<std::int32_t>(m_program.operations.size());
    if (m_nextCall == 0)
        for (std::int32_t i = 0; i < end; ++i) {
            m_times.setIssue(i, 0);
            m_times.setReturned(i, m_events.now());
        }
    while (m_nextCall < end) {
        const std::int32_t node = m_nextCall++;
        const bool withCommands = goesWithCommands(node);
        if (withCommands)
            m_listener.putsWithCommands(node);
        const std::int64_t cost =
            m_calls.handOverNs(node, m_listener.latestIn(m_program.operations[node].stream), withCommands);
        m_listener.issue(node);
        if (cost > 0 && m_nextCall < end) {
            m_events.schedule(m_events.now() + cost, SimulatedEventType::CallReturns, 0);
            return;
        }
    }
    m_listener.allIssued();
}

void HostThread::next()
{
    if (m_shared.severalThreads)
        m_shared.locking[static_cast<std::size_t>(m_thread)].operation = -1;
    const auto end = static_cast<std::int32_t>(m_program.operations.size());
    while (m_nextCall < end && m_program.operations[m_nextCall].thread != m_thread)
        ++m_nextCall;
    if (m_nextCall == end) {
        m_hasIssuedAll = true;
        m_listener.allIssued();
        return;
    }
    const std::int32_t index = m_nextCall;
    const std::int32_t last = lastOfCall(index);
    m_nextCall = last + 1;
    const auto waitsForThread = [this](std::int32_t i) {
        return m_program.operations[i].thread == m_thread && !m_shared.order.before(i).empty();
    };
    for (std::int32_t i = index; i <= last; ++i)
        if (waitsForThread(i)) {
            wait(Wait::Thread, index);
            return;
        }
    call(index);
}

/// One call launches all nodes of a graph.
std::int32_t HostThread::lastOfCall(std::int32_t first) const
{
    return m_program.operations[first].graph == Operation::none
               ? first
               : static_cast<std::int32_t>(m_program.lastOfGraph(first));
}

bool HostThread::othersHaveIssued() const
{
    const auto isIssued = [this](std::int32_t earlier) {
        return m_times.returned(earlier) != unknownTime && m_times.returned(earlier) <= m_events.now();
    };
    for (std::int32_t i = m_operation; i <= lastOfCall(m_operation); ++i) {
        const auto before = m_shared.order.before(static_cast<std::size_t>(i));
        if (m_program.operations[i].thread == m_thread && !std::all_of(before.begin(), before.end(), isIssued))
            return false;
    }
    return true;
}

void HostThread::call(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    m_times.setIssue(index, m_events.now());
    if (isHostCall(operation)) {
        m_times.setReady(index, m_events.now());
        m_times.setStart(index, m_events.now());
    }
    if (isLockedOut(operation))
        wait(Wait::Lock, index);
    else
        enterDriver(index);
}

void HostThread::enterDriver(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    if (operation.kind == OperationKind::Sync) {
        m_awaited = operation.syncScope == SyncScope::Event ? m_listener.recordSeenBy(index) : -1;
        wait(operation.syncScope == SyncScope::Stream  ? Wait::Stream
             : operation.syncScope == SyncScope::Event ? Wait::Operation
                                                       : Wait::Device,
             index);
    } else if (needsIdleDevice(operation))
        wait(Wait::Device, index);
    else if (lacksRoom(operation))
        wait(Wait::Room, index);
    else if (lacksStaging(index))
        wait(Wait::Staging, index);
    else
        startCall(index);
}

void HostThread::takeLock(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    if (m_shared.severalThreads && m_shared.lock.isHeldBy(operation))
        m_shared.locking[static_cast<std::size_t>(m_thread)] = {index,
                                                                m_events.now() + DriverLock::untilHeldNs(operation)};
}

bool HostThread::isLockedOut(const Operation &operation) const
{
    return std::any_of(m_shared.locking.begin(), m_shared.locking.end(), [&](const SharedHost::Locking &other) {
        return other.operation >= 0 && m_program.operations[other.operation].thread != m_thread
               && other.from <= m_events.now()
               && m_shared.lock.keepsOut(m_program.operations[other.operation], operation);
    });
}

/// continueIfDone() looks at it before anything else happens.
void HostThread::wait(Wait what, std::int32_t operation)
{
    m_wait = what;
    m_operation = operation;
    if (what == Wait::Stream || what == Wait::Device)
        awaitIssued(m_program.operations[operation]);
}

void HostThread::awaitIssued(const Operation &operation)
{
    m_issued.clear();
    const auto add = [this](std::int32_t stream) {
        if (const std::int32_t last = m_listener.latestIn(stream); last >= 0)
            m_issued.push_back(last);
    };
    if (m_wait == Wait::Stream && m_program.streams[operation.stream].kind != StreamKind::LegacyDefault) {
        add(operation.stream);
        return;
    }
    if (m_wait == Wait::Stream) { // also for the blocking streams of its device (seen on an H200)
        for (const std::int32_t stream : m_shared.rules.comesAfter(operation.stream))
            add(stream);
        return;
    }
    const int device = m_program.deviceOf(operation);
    for (std::size_t i = 0; i < m_program.streams.size(); ++i)
        if (m_program.streams[i].device == device)
            add(static_cast<std::int32_t>(i));
}

void HostThread::startCall(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    const bool withCommands = goesWithCommands(index); // what is staged anyhow costs the call no more
    const std::int64_t cost = costOf(index, withCommands);
    m_calls.add(index, withCommands);
    if (withCommands || m_costs.goesStagedWithCommands(index))
        m_listener.putsWithCommands(index);
    takeLock(index);
    if (stagesToDevice(index))
        m_shared.staged = index, m_shared.stagedIsIssued = false;
    std::int64_t begin = m_events.now() + takeThreadStartNs(operation);
    // A measured call includes what it waited for the lock.
    if (m_shared.severalThreads && operation.kind != OperationKind::HostWork && operation.callNs < 0) {
        begin = std::max(begin, m_shared.driverFree);
        m_shared.driverFree = begin + wholeNs(static_cast<double>(cost) * m_profile.host.driverLockShare);
    }
    if (operation.graph == Operation::none) {
        m_events.schedule(begin + cost, SimulatedEventType::CallReturns, index);
        return;
    }
    m_graph = GraphHandOver(m_program, index, begin, cost);
    m_events.schedule(m_graph.timeOf(index), SimulatedEventType::CallReturns, index);
}

std::int64_t HostThread::costOf(std::int32_t index, bool withCommands) const
{
    const Operation &operation = m_program.operations[index];
    if (operation.kind == OperationKind::HostWork)
        return operation.durationNs;
    if (operation.callNs >= 0 && !holdsHost(index))
        return operation.callNs;
    if (operation.graph != Operation::none) {
        const GraphHandOver::Nodes nodes = GraphHandOver::nodesOf(m_program, index);
        return m_costs.graphLaunchNs(nodes.count, nodes.branched);
    }
    return m_costs.hostCallNs(index, m_calls.lastStream()) + m_calls.extraNs(index, withCommands)
           + m_costs.stagingNs(index) + m_listener.extraCallNs(index);
}

std::int64_t HostThread::takeThreadStartNs(const Operation &operation)
{
    if (m_thread == 0 || m_hasIssued || (!runsOnGpu(operation.kind) && operation.kind != OperationKind::HostFunction))
        return 0;
    m_hasIssued = true;
    return m_program.traced ? 0 : wholeNs(m_profile.host.threadStartNs); // a trace's calls have it in them
}

/// The driver puts the bytes of a small copy among its commands where the copy waits for nothing on the device. The
/// first call of a measured run finds its stream waiting, for the event that begins the run; where that call is a
/// memset, so does the second one: 16 KiB both ways took 33.8 us, and not the 39 that it would with the commands. Of a
/// graph's branch the driver sees 3 us later that it waits for nothing: 100 copies of 4 KiB took 254 us on two
/// branches, as on one, and 202 on five (H200).
bool HostThread::goesWithCommands(std::int32_t index) const
{
    constexpr std::int64_t soonNs = 1'000, behindMemsetNs = 2'500, seenInGraphNs = 3'000;
    const Operation &copy = m_program.operations[index];
    const bool beginsWithMemset = m_program.operations.front().kind == OperationKind::Memset;
    const std::int64_t beginNs = beginsWithMemset ? behindMemsetNs : soonNs;
    const bool graph = m_program.submission == Submission::Graph;
    if ((!graph && m_events.now() < beginNs) || !m_calls.fitsCommands(copy) || m_costs.isStaged(index))
        return false;
    const auto streams = m_shared.rules.comesAfter(copy.stream);
    const auto isSeenDone = [this, graph](std::int32_t stream) {
        const std::int32_t latest = m_listener.latestIn(stream);
        return latest < 0 || m_times.end(latest) + (graph ? seenInGraphNs : 0) <= m_events.now();
    };
    return m_work.isIdle(streams) && std::all_of(streams.begin(), streams.end(), isSeenDone);
}

std::int64_t HostThread::syncCostOf(const Operation &operation) const
{
    return operation.callNs >= 0 ? operation.callNs : wholeNs(m_profile.host.syncNs);
}

/// Rule Q1 for some of the operations.
void HostThread::handOverGraph(std::int32_t first)
{
    const auto isOwn = [this](std::int32_t i) { return m_program.operations[i].thread == m_thread; };
    std::int32_t i = first;
    for (const std::int32_t last = m_graph.lastOfPart(first); i <= last; ++i) {
        if (!isOwn(i))
            continue;
        m_times.setIssue(i, m_graph.beginNs());
        m_times.setReturned(i, m_events.now());
        m_listener.issue(i);
    }
    while (i <= m_graph.last() && !isOwn(i))
        ++i;
    if (i <= m_graph.last()) {
        m_events.schedule(m_graph.timeOf(i), SimulatedEventType::CallReturns, i);
        return;
    }
    for (i = m_graph.first(); i <= m_graph.last(); ++i)
        if (isOwn(i))
            m_times.setReturned(i, m_events.now());
    next();
}

void HostThread::callReturned(std::int32_t index)
{
    if (m_program.submission == Submission::Graph) {
        launchGraph();
        return;
    }
    const Operation &operation = m_program.operations[index];
    if (operation.graph != Operation::none) {
        handOverGraph(index);
        return;
    }
    if (const std::int64_t more = m_listener.moreCallNs(index); more > 0) {
        m_events.schedule(m_events.now() + more, SimulatedEventType::CallReturns, index);
        return;
    }
    const bool held = !isHostCall(operation) && holdsHost(index);
    if (!held) // else it comes back later: continueNow()
        m_times.setReturned(index, m_events.now());
    if (isHostCall(operation)) {
        const std::int64_t extra = operation.kind == OperationKind::Sync ? m_listener.synchronized(index) : 0;
        const std::int64_t end = m_events.now() + extra;
        m_times.setReturned(index, end);
        m_times.setEnd(index, end);
        if (isAllocation(operation.kind))
            m_listener.allocated(index);
        if (extra > 0)
            m_events.schedule(end, SimulatedEventType::HostContinues, m_thread);
        else
            next();
        return;
    }
    if (m_shared.staged == index)
        m_shared.stagedIsIssued = true;
    m_listener.issue(index);
    if (const std::int64_t rest = m_costs.restOfStagingNs(index); rest > 0) {
        m_times.setReturned(index, m_events.now() + rest);
        m_events.schedule(m_events.now() + rest, SimulatedEventType::HostContinues, m_thread);
        return;
    }
    if (held) {
        m_awaited = index;
        wait(Wait::Operation, index);
        return;
    }
    next();
}

/// The scheduling notes, section 8: calls that were seen to wait for the device. What a measured call waited for is a
/// synchronisation of its own.
bool HostThread::needsIdleDevice(const Operation &operation) const
{
    const DeviceProfile::ImplicitSync &sync = m_profile.implicitSync;
    if (operation.stream != Operation::none || operation.callNs >= 0)
        return false;
    const bool pinned = operation.allocation == AllocationPlace::PinnedHost;
    if (operation.kind == OperationKind::Alloc)
        return pinned ? sync.pinnedAlloc : sync.deviceAlloc;
    return operation.kind == OperationKind::Free && (pinned ? sync.pinnedFree : sync.deviceFree);
}

/// Rules P1, P2: a pageable copy is staged by the host, which is held until it is done. H2D copies that fit into the
/// staging memory do not hold it longer than the staging takes (seen on an H200 behind a running kernel: up to 2 MiB).
bool HostThread::holdsHost(std::int32_t index) const
{
    const Operation &operation = m_program.operations[index];
    if (!isHostCopy(operation.kind) || m_costs.hostMemoryOf(operation) != HostMemory::Pageable)
        return false;
    return operation.kind == OperationKind::D2H
           || (operation.bytes > m_profile.copies.pageableAsyncBytes && !m_costs.isStagedAhead(index));
}

/// Rule S7.
bool HostThread::lacksRoom(const Operation &operation) const
{
    return m_profile.host.launchQueueDepth > 0 && !isHostCall(operation)
           && m_work.inStream(operation.stream) >= m_profile.host.launchQueueDepth;
}

bool HostThread::stagesToDevice(std::int32_t index) const
{
    return m_shared.severalThreads && m_program.operations[index].kind == OperationKind::H2D && holdsHost(index);
}

/// Threads stage their copies to the device one after the other (seen on an H200); a copy back does not wait for them.
/// A copy whose stream has not reached it holds up nobody: it may wait for the other thread.
bool HostThread::lacksStaging(std::int32_t index) const
{
    const std::int32_t staged = m_shared.staged;
    return stagesToDevice(index) && staged >= 0 && m_done[staged] == 0
           && (!m_shared.stagedIsIssued || m_times.ready(staged) != unknownTime);
}

bool HostThread::isDone() const
{
    const Operation &operation = m_program.operations[m_operation];
    switch (m_wait) {
    case Wait::No:
        break;
    case Wait::Thread:
        return othersHaveIssued();
    case Wait::Lock:
        return !isLockedOut(operation);
    case Wait::Device:
    case Wait::Stream:
        while (!m_issued.empty() && m_done[m_issued.back()] != 0)
            m_issued.pop_back();
        return m_issued.empty();
    case Wait::Room:
        return !lacksRoom(operation);
    case Wait::Staging:
        return !lacksStaging(m_operation);
    case Wait::Operation:
        return m_awaited < 0 || m_done[m_awaited] != 0; // never recorded passes at once
    }
    return false;
}

void HostThread::continueIfDone()
{
    while (m_wait != Wait::No && isDone()) // a call that another thread has let go may find its own wait over
        continueNow();
}

void HostThread::continueNow()
{
    const Operation &operation = m_program.operations[m_operation];
    const Wait waited = m_wait;
    m_wait = Wait::No;
    if (waited == Wait::Thread) {
        call(m_operation);
        return;
    }
    if (waited == Wait::Lock) {
        enterDriver(m_operation);
        return;
    }
    if (operation.kind == OperationKind::Sync) {
        const std::int64_t end =
            operation.syncMethod == SyncMethod::Polling && operation.callNs < 0
                ? afterPolling(m_operation)
                : std::max(m_events.now() + syncCostOf(operation), m_times.issue(m_operation) + operation.durationNs);
        m_events.schedule(end, SimulatedEventType::CallReturns, m_operation);
    } else if (waited == Wait::Device || waited == Wait::Room || waited == Wait::Staging) {
        if (waited == Wait::Device)
            m_times.setStart(m_operation, m_events.now());
        startCall(m_operation);
    } else {
        const std::int64_t after = operation.callNs >= 0 ? operation.callNs : m_costs.unstagingNs(m_operation);
        const std::int64_t back = m_events.now() + after;
        m_times.setReturned(m_operation, back);
        m_events.schedule(back, SimulatedEventType::HostContinues, m_thread);
    }
}

/// One question after the other from the call on; the first that is asked now or later hears "done".
std::int64_t HostThread::afterPolling(std::int32_t operation) const
{
    const double cost = m_profile.host.pollNs > 0 ? m_profile.host.pollNs : m_profile.host.eventNs;
    const std::int64_t question = std::max<std::int64_t>(wholeNs(cost), 1);
    const std::int64_t waited = m_events.now() - m_times.issue(operation);
    return m_times.issue(operation) + ((waited + question - 1) / question + 1) * question;
}

} // namespace streamscope
