// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/host_thread.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

bool isHostCall(const Operation &operation) // nothing of it is put into a stream
{
    return operation.kind == OperationKind::HostWork || operation.kind == OperationKind::Sync
           || operation.stream == Operation::none;
}

} // namespace

HostThread::HostThread(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events,
                       const OutstandingWork &work, const std::vector<std::uint8_t> &done,
                       std::vector<OperationTimes> &times, HostListener &listener)
    : m_profile(profile), m_program(program), m_costs(costs), m_events(events), m_work(work), m_done(done),
      m_times(times), m_listener(listener)
{}

void HostThread::begin()
{
    if (m_program.submission == Submission::Graph && !m_program.operations.empty())
        m_events.schedule(m_costs.graphLaunchNs(), SimulatedEventType::CallReturns, 0);
    else
        next();
}

/// Rule Q1: one call hands over everything.
void HostThread::launchGraph()
{
    m_nextCall = static_cast<std::int32_t>(m_program.operations.size());
    for (std::int32_t i = 0; i < m_nextCall; ++i) {
        m_times[i].issue = 0;
        m_times[i].returned = m_events.now();
        m_listener.issue(i);
    }
    m_listener.allIssued();
}

void HostThread::next()
{
    if (m_nextCall == static_cast<std::int32_t>(m_program.operations.size())) {
        m_listener.allIssued();
        return;
    }
    const std::int32_t index = m_nextCall++;
    const Operation &operation = m_program.operations[index];
    m_times[index].issue = m_events.now();
    if (isHostCall(operation))
        m_times[index].ready = m_times[index].start = m_events.now();
    if (operation.kind == OperationKind::Sync) {
        m_awaited = operation.syncScope == SyncScope::Event ? m_listener.latestRecord(operation.event) : -1;
        wait(operation.syncScope == SyncScope::Stream  ? Wait::Stream
             : operation.syncScope == SyncScope::Event ? Wait::Operation
                                                       : Wait::Device,
             index);
    } else if (needsIdleDevice(operation))
        wait(Wait::Device, index);
    else if (lacksRoom(operation))
        wait(Wait::Room, index);
    else
        startCall(index);
}

/// continueIfDone() looks at it before anything else happens.
void HostThread::wait(Wait what, std::int32_t operation)
{
    m_wait = what;
    m_operation = operation;
}

void HostThread::startCall(std::int32_t index)
{
    const Operation &operation = m_program.operations[index];
    const std::int64_t cost =
        operation.kind == OperationKind::HostWork ? operation.durationNs : m_costs.hostCallNs(index, m_lastStream);
    if (operation.stream >= 0)
        m_lastStream = operation.stream;
    m_events.schedule(m_events.now() + cost, SimulatedEventType::CallReturns, index);
}

void HostThread::callReturned(std::int32_t index)
{
    if (m_program.submission == Submission::Graph) {
        launchGraph();
        return;
    }
    const Operation &operation = m_program.operations[index];
    m_times[index].returned = m_events.now(); // held calls come back later: continueNow()
    if (isHostCall(operation)) {
        m_times[index].end = m_events.now();
        if (operation.kind == OperationKind::Sync)
            m_listener.synchronized(index);
        next();
        return;
    }
    m_listener.issue(index);
    if (holdsHost(operation)) {
        m_awaited = index;
        wait(Wait::Operation, index);
        return;
    }
    next();
}

/// The scheduling notes, section 8: calls that were seen to wait for the device.
bool HostThread::needsIdleDevice(const Operation &operation) const
{
    const DeviceProfile::ImplicitSync &sync = m_profile.implicitSync;
    if (operation.stream != Operation::none)
        return false;
    const bool pinned = operation.allocation == AllocationPlace::PinnedHost;
    if (operation.kind == OperationKind::Alloc)
        return pinned ? sync.pinnedAlloc : sync.deviceAlloc;
    return operation.kind == OperationKind::Free && (pinned ? sync.pinnedFree : sync.deviceFree);
}

/// Rules P1, P2: a pageable copy is staged by the host, which is held until it is done; small H2D copies are not.
bool HostThread::holdsHost(const Operation &operation) const
{
    if (!isHostCopy(operation.kind) || m_costs.hostMemoryOf(operation) != HostMemory::Pageable)
        return false;
    return operation.kind == OperationKind::D2H || operation.bytes > m_profile.copies.pageableAsyncBytes;
}

/// Rule S7.
bool HostThread::lacksRoom(const Operation &operation) const
{
    return m_profile.host.launchQueueDepth > 0 && !isHostCall(operation)
           && m_work.inStream(operation.stream) >= m_profile.host.launchQueueDepth;
}

bool HostThread::isDone() const
{
    const Operation &operation = m_program.operations[m_operation];
    switch (m_wait) {
    case Wait::No:
        break;
    case Wait::Device:
        return m_work.onDevice(m_program.deviceOf(operation)) == 0;
    case Wait::Stream:
        return m_work.inStream(operation.stream) == 0;
    case Wait::Room:
        return !lacksRoom(operation);
    case Wait::Operation:
        return m_awaited < 0 || m_done[m_awaited] != 0; // never recorded passes at once
    }
    return false;
}

void HostThread::continueIfDone()
{
    if (m_wait != Wait::No && isDone())
        continueNow();
}

void HostThread::continueNow()
{
    const Operation &operation = m_program.operations[m_operation];
    const Wait waited = m_wait;
    m_wait = Wait::No;
    if (operation.kind == OperationKind::Sync) {
        const std::int64_t end = operation.syncMethod == SyncMethod::Polling
                                     ? afterPolling(m_operation)
                                     : m_events.now() + wholeNs(m_profile.host.syncNs);
        m_events.schedule(end, SimulatedEventType::CallReturns, m_operation);
    } else if (waited == Wait::Device || waited == Wait::Room) {
        if (waited == Wait::Device)
            m_times[m_operation].start = m_events.now();
        startCall(m_operation);
    } else {
        m_times[m_operation].returned = m_events.now();
        m_events.schedule(m_events.now(), SimulatedEventType::HostContinues, 0);
    }
}

/// One question after the other from the call on; the first that is asked now or later hears "done".
std::int64_t HostThread::afterPolling(std::int32_t operation) const
{
    const double cost = m_profile.host.pollNs > 0 ? m_profile.host.pollNs : m_profile.host.eventNs;
    const std::int64_t question = std::max<std::int64_t>(wholeNs(cost), 1);
    const std::int64_t waited = m_events.now() - m_times[operation].issue;
    return m_times[operation].issue + ((waited + question - 1) / question + 1) * question;
}

} // namespace streamscope
