// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/cuda_run.h"

#include "engine/executors/cuda/runtime/host_clock.h"
#include "engine/executors/timing/graph_nodes.h"
#include "engine/program/errors.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/text/phrase.h"

#include <string>

namespace streamscope {

namespace {

/// Leaves an idle device behind, also when an exception passes: buffers must not be freed under a running copy.
class DrainGuard
{
public:
    explicit DrainGuard(const DeviceSet &devices) : m_devices(devices) {}
    DrainGuard(const DrainGuard &) = delete;
    DrainGuard &operator=(const DrainGuard &) = delete;
    ~DrainGuard() { m_devices.drain(); }

private:
    const DeviceSet &m_devices;
};

cudaMemcpyKind direction(OperationKind kind)
{
    if (kind == OperationKind::H2D)
        return cudaMemcpyHostToDevice;
    return kind == OperationKind::D2H ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

/// Asks again and again until the answer is another than "not ready", which is no error and must not stay as one.
template <typename Question>
cudaError_t pollUntilDone(const Question &question)
{
    cudaError_t answer = cudaErrorNotReady;
    while (answer == cudaErrorNotReady)
        answer = question();
    static_cast<void>(cudaGetLastError());
    return answer;
}

} // namespace

CudaRun::CudaRun(const Program &program, const ProgramResources &resources, Mode mode)
    : m_program(program), m_resources(resources), m_instrumented(mode == Mode::Instrumented || mode == Mode::Watched),
      m_timesCalls(mode != Mode::Plain), m_launchesAtOnce(mode == Mode::Plain && program.threadCount() == 1
                                                          && program.deviceCount() == 1 && !hasGraphNodes(program)),
      m_graphed(program.submission == Submission::Graph), m_capturing(m_graphed),
      m_internalRecords(mode != Mode::Instrumented || hasGraphNodes(program)), m_awaited(recordsSeen(program)),
      m_clockStream(cudaStreamNonBlocking), m_fork(CudaEvent::Timing::On), m_join(CudaEvent::Timing::On),
      m_clocks(resources.devices(), m_fork, m_clockStream.get()), m_allocations(program, resources),
      m_kernels(program, resources), m_functions(program), m_recordIndex(program.operations.size(), -1),
      m_graphLaunches(program, resources, m_awaited), m_calls(program.operations.size()),
      m_operationsOf(static_cast<std::size_t>(program.threadCount())), m_progress(program),
      m_threads(m_graphed ? 1 : program.threadCount())
{
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        m_operationsOf[m_graphed ? 0 : static_cast<std::size_t>(program.operations[i].thread)].push_back(i);
    if (mode == Mode::Instrumented || mode == Mode::CuptiWithStamps)
        m_plan = planInstrumentation(program);
    if (mode == Mode::Watched) {
        const WatchPlan watch = planWatch(program);
        m_plan = planInstrumentation(program, watch);
        m_watch.emplace(program, watch, resources, gateTimeout());
    }
    if (m_plan.stamps > 0)
        m_stamps.emplace(m_plan.stamps);
    if (program.submission == Submission::Gated)
        m_gate.emplace();
    if (m_graphed)
        m_graphFork.emplace(CudaEvent::Timing::Off);
    createEvents();
}

/// An event serves the device that was current when it was made.
CudaEvent &CudaRun::eventOn(int device, std::vector<CudaEvent> &events, CudaEvent::Timing timing) const
{
    devices().select(device);
    return events.emplace_back(timing);
}

void CudaRun::createEvents()
{
    for (const Stream &stream : m_program.streams)
        eventOn(stream.device, m_streamEnds, CudaEvent::Timing::Off);
    m_eventDevices.assign(static_cast<std::size_t>(m_instrumented ? m_plan.events : 0), 0);
    for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
        const Operation &operation = m_program.operations[i];
        if (m_instrumented)
            for (const std::int32_t event : {m_plan.entries[i].before, m_plan.entries[i].after})
                if (event >= 0)
                    m_eventDevices[static_cast<std::size_t>(event)] = m_program.deviceOf(operation);
        if (m_internalRecords && operation.kind == OperationKind::EventRecord) {
            m_recordIndex[i] = static_cast<std::int32_t>(m_plainRecords.size());
            eventOn(m_program.deviceOf(operation), m_plainRecords, CudaEvent::Timing::Off);
        }
    }
    for (const int device : m_eventDevices)
        eventOn(device, m_events, CudaEvent::Timing::On);
    devices().select(0);
}

RawRun CudaRun::raw() const
{
    RawRun raw;
    raw.calls = m_calls;
    for (std::size_t i = 0; i < m_events.size(); ++i)
        raw.events.push_back(m_clocks.timeOf(m_events[i], m_eventDevices[i]));
    raw.functions = m_functions.times();
    if (m_stamps)
        raw.stamps = m_stamps->read();
    return raw;
}

std::int64_t CudaRun::runOnce(const std::stop_token &stop)
{
    if (m_stamps)
        m_stamps->reset();
    if (m_blocks)
        m_blocks->reset();
    m_allocations.prepare();
    devices().synchronize();
    const DrainGuard drain(devices());
    MemoryWatch::Watching watching(m_watch ? &*m_watch : nullptr);
    captureGraphs();
    m_progress.reset();
    IssuingThreads::Start threads(m_threads);
    watching.begin();
    if (m_graphed && !m_graph)
        m_graph.emplace(m_clockStream.get(), [&] {
            m_graphFork->record(m_clockStream.get());
            IssuingThreads::Start alone(m_threads); // findProblems() refuses a graph of several threads
            issueForked(*m_graphFork, alone, stop);
        });
    if (m_gate) {
        runBehindGate(threads, stop);
    } else {
        m_fork.record(m_clockStream.get());
        if (m_graph)
            launchGraph();
        else
            issueForked(m_fork, threads, stop);
        m_join.record(m_clockStream.get());
    }
    STREAMSCOPE_CUDA(cudaStreamSynchronize(m_clockStream.get()));
    watching.end();
    if (m_instrumented)
        m_clocks.align();
    if (m_gate && m_gate->timedOut())
        throw RunError(
            Phrase("engine", "the gate timed out: the host could not enqueue all %1 operations within %2 ms, because a "
                             "stream's queue was full (it takes about 1,000 operations) or the host waited for the "
                             "device; use fewer operations or more streams, or submission = live or graph")
                .arg(m_program.operations.size(), gateTimeout() / 1'000'000));
    return m_join.nanosecondsSince(m_fork);
}

void CudaRun::expectMakespan(std::int64_t nanoseconds)
{
    constexpr int runsMayVary = 4;
    if (m_watch)
        m_watch->watchLonger(runsMayVary * nanoseconds);
}

void CudaRun::runBehindGate(IssuingThreads::Start &threads, const std::stop_token &stop)
{
    StreamGate::Hold hold(*m_gate, m_clockStream.get(), gateTimeout());
    const std::int64_t closed = hostNow();
    m_fork.record(m_clockStream.get());
    issueForked(m_fork, threads, stop);
    m_join.record(m_clockStream.get());
    hold.open();
    m_heldByGate = hostNow() - closed;
}

/// Far more than the calls of a host that is not blocked take.
std::int64_t CudaRun::gateTimeout() const
{
    constexpr std::int64_t atLeast = 2'000'000'000;
    constexpr std::int64_t perOperation = 100'000;
    std::int64_t hostWork = 0;
    for (const Operation &operation : m_program.operations)
        hostWork += operation.kind == OperationKind::HostWork ? operation.durationNs : 0;
    return atLeast + hostWork + perOperation * static_cast<std::int64_t>(m_program.operations.size());
}

/// All operations of a graph are issued by the one call that launches it.
void CudaRun::launchGraph()
{
    CallTimes call;
    call.begin = hostNow();
    m_graph->launch(m_clockStream.get());
    call.submitted = call.end = hostNow();
    m_calls.assign(m_program.operations.size(), call);
}

void CudaRun::issueForked(const CudaEvent &fork, IssuingThreads::Start &threads, const std::stop_token &stop)
{
    if (m_instrumented)
        m_clocks.begin(fork);
    for (std::size_t i = 0; i < m_resources.streamCount(); ++i) {
        if (!belongsTo(0, i))
            continue;
        devices().select(m_program.streams[i].device);
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(m_resources.stream(static_cast<std::int32_t>(i)), fork.get(), 0));
    }
    threads.run([&](int thread) { issueOf(thread, fork, stop); });
    for (std::size_t i = 0; i < m_resources.streamCount(); ++i) {
        if (!belongsTo(0, i))
            continue;
        devices().select(m_program.streams[i].device);
        m_streamEnds[i].record(m_resources.stream(static_cast<std::int32_t>(i)));
    }
    devices().select(0);
    for (const CudaEvent &end : m_streamEnds)
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(m_clockStream.get(), end.get(), 0));
}

/// Only its own thread can reach a per-thread default stream. The first thread forks and joins all other streams.
bool CudaRun::belongsTo(int thread, std::size_t stream) const
{
    const Stream &which = m_program.streams[stream];
    return thread == (which.kind == StreamKind::PerThreadDefault && !m_graphed ? which.thread : 0);
}

void CudaRun::issueOf(int thread, const CudaEvent &fork, const std::stop_token &stop)
{
    const auto forEachOwnStream = [&](const auto &call) {
        for (std::size_t i = 0; thread > 0 && i < m_resources.streamCount(); ++i)
            if (belongsTo(thread, i)) {
                devices().select(m_program.streams[i].device);
                call(i, m_resources.stream(static_cast<std::int32_t>(i)));
            }
    };
    try {
        forEachOwnStream([&fork](std::size_t, cudaStream_t stream) {
            STREAMSCOPE_CUDA(cudaStreamWaitEvent(stream, fork.get(), 0));
        });
        issueOperations(thread, stop);
        forEachOwnStream([this](std::size_t i, cudaStream_t stream) { m_streamEnds[i].record(stream); });
    } catch (...) {
        m_progress.giveUp();
        throw;
    }
}

void CudaRun::issueOperations(int thread, const std::stop_token &stop)
{
    for (const std::size_t i : m_operationsOf[static_cast<std::size_t>(thread)]) {
        if (stop.stop_requested())
            throw Cancelled();
        if (m_launchesAtOnce && m_kernels.has(i)) {
            m_kernels.launch(i);
            continue;
        }
        if (m_graphLaunches.isNode(i)) {
            if (!issueGraph(thread, m_graphLaunches.beginningWith(i)))
                return;
            continue;
        }
        if (!m_progress.await(i) || m_progress.isGivenUp())
            return; // the thread that gave up says why
        if (m_timesCalls)
            m_calls[i].begin = hostNow();
        issue(i);
        if (m_timesCalls)
            m_calls[i].end = hostNow();
        m_progress.returned(thread, i);
    }
}

/// Before the first run, and before its time begins.
void CudaRun::captureGraphs()
{
    if (m_graphLaunches.empty() || m_graphLaunches.isCaptured())
        return;
    m_capturing = true;
    m_graphLaunches.capture([this](std::size_t node) { issue(node); });
    m_capturing = false;
}

/// One call for all of them. @returns false where another thread has given up.
bool CudaRun::issueGraph(int thread, const std::vector<std::size_t> &nodes)
{
    if (nodes.empty())
        return true; // its first node brought it along
    for (const std::size_t node : nodes)
        if (!m_progress.await(node) || m_progress.isGivenUp())
            return false;
    CallTimes call;
    call.begin = hostNow();
    m_graphLaunches.launch(nodes.front(), [this](std::size_t record) {
        const CudaEvent *outside = m_graphLaunches.outsideEvent(record);
        return outside ? outside->get() : recordedEvent(record).get();
    });
    call.submitted = call.end = hostNow();
    for (const std::size_t node : nodes) {
        if (m_timesCalls)
            m_calls[node] = call;
        m_progress.returned(thread, node);
    }
    return true;
}

const CudaEvent &CudaRun::awaitedEvent(std::size_t waiter) const
{
    const auto record = static_cast<std::size_t>(m_awaited[waiter]);
    return m_graphLaunches.leavesGraph(record, waiter) ? *m_graphLaunches.outsideEvent(record) : recordedEvent(record);
}

const CudaEvent &CudaRun::recordedEvent(std::size_t index) const
{
    return m_internalRecords ? m_plainRecords[static_cast<std::size_t>(m_recordIndex[index])]
                             : m_events[static_cast<std::size_t>(m_plan.entries[index].after)];
}

void CudaRun::recordTime(std::int32_t index, cudaStream_t stream)
{
    if (!m_instrumented || index < 0)
        return;
    const CudaEvent &event = m_events[static_cast<std::size_t>(index)];
    if (m_capturing)
        event.recordInGraph(stream);
    else
        event.record(stream);
}

/// The Program's own record. In a live run the event that times it serves the waits, too; in a graph a node takes the
/// time, behind the record, so that nothing waits for it.
void CudaRun::recordEvent(std::size_t index, cudaStream_t stream)
{
    recordedEvent(index).record(stream);
    if (const CudaEvent *outside = m_graphLaunches.outsideEvent(index))
        outside->recordInGraph(stream);
    if (m_instrumented && m_internalRecords)
        recordTime(m_plan.entries[index].after, stream);
}

void CudaRun::issue(std::size_t index)
{
    const Operation &operation = m_program.operations[index];
    devices().select(m_program.deviceOf(operation));
    const cudaStream_t stream = operation.stream >= 0 ? m_resources.stream(operation.stream) : nullptr;
    const InstrumentationPlan::Entry entry =
        m_plan.entries.empty() ? InstrumentationPlan::Entry{} : m_plan.entries[index];
    if (operation.kind == OperationKind::EventRecord) {
        recordEvent(index, stream); // it is timed by its own event
        return;
    }
    if (operation.kind != OperationKind::Collective) // theirs must be in place before the first of the ranks
        recordTime(entry.before, stream);
    issueWork(index, stream, entry.stamp);
    if (m_instrumented)
        m_calls[index].submitted = hostNow();
    recordTime(entry.after, stream);
}

void CudaRun::issueWork(std::size_t index, cudaStream_t stream, std::int32_t stamp)
{
    const Operation &operation = m_program.operations[index];
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
        issueCopy(operation, stream);
        break;
    case OperationKind::Memset:
        STREAMSCOPE_CUDA(cudaMemsetAsync(m_resources.address(operation.writes.front()), operation.memsetValue,
                                         operation.bytes, stream));
        break;
    case OperationKind::Kernel:
        m_kernels.launch(index, stamp >= 0 ? m_stamps->place(stamp) : nullptr,
                         m_blocks ? m_blocks->place(index) : nullptr);
        break;
    case OperationKind::EventRecord:
        break; // issue() has done it
    case OperationKind::EventWait:
        if (m_awaited[index] >= 0 && !m_graphLaunches.waitsOutside(index, static_cast<std::size_t>(m_awaited[index])))
            STREAMSCOPE_CUDA(cudaStreamWaitEvent(stream, awaitedEvent(index).get(), 0));
        break;
    case OperationKind::HostFunction:
        m_functions.issue(index, stream);
        break;
    case OperationKind::HostWork:
        workOnHost(operation.durationNs);
        break;
    case OperationKind::Alloc:
    case OperationKind::Free:
        m_allocations.issue(index);
        break;
    case OperationKind::Sync:
        synchronize(index);
        break;
    case OperationKind::Collective:
        issueCollective(index);
        break;
    }
}

/// One thread must hand NCCL all ranks of a sum at once, so the first of the group, whose operations stand one behind
/// the other, brings the others along.
void CudaRun::issueCollective(std::size_t index)
{
    const std::int32_t group = m_program.operations[index].group();
    const auto belongs = [&](std::size_t i) {
        return i < m_program.operations.size() && m_program.operations[i].kind == OperationKind::Collective
               && m_program.operations[i].group() == group;
    };
    if (index > 0 && belongs(index - 1))
        return;
    std::vector<NcclRanks::Part> parts;
    for (std::size_t i = index; belongs(i); ++i) {
        const Operation &rank = m_program.operations[i];
        devices().select(m_program.deviceOf(rank));
        if (!m_plan.entries.empty())
            recordTime(m_plan.entries[i].before, m_resources.stream(rank.stream));
        parts.push_back({m_program.deviceOf(rank), m_resources.address(rank.reads.front()),
                         m_resources.address(rank.writes.front()), rank.bytes / sizeof(float),
                         m_resources.stream(rank.stream)});
    }
    devices().select(0);
    m_resources.ranks().sum(parts);
    devices().select(m_program.deviceOf(m_program.operations[index]));
}

void CudaRun::issueCopy(const Operation &operation, cudaStream_t stream)
{
    const BufferRange &from = operation.reads.front(), &to = operation.writes.front();
    if (operation.kind == OperationKind::Peer) {
        const auto ordinalOf = [this](const BufferRange &range) {
            return devices().ordinal(m_program.buffers[static_cast<std::size_t>(range.buffer)].device);
        };
        STREAMSCOPE_CUDA(cudaMemcpyPeerAsync(m_resources.address(to), ordinalOf(to), m_resources.address(from),
                                             ordinalOf(from), operation.bytes, stream));
        return;
    }
    STREAMSCOPE_CUDA(cudaMemcpyAsync(m_resources.address(to), m_resources.address(from), operation.bytes,
                                     direction(operation.kind), stream));
}

void CudaRun::synchronize(std::size_t index)
{
    const Operation &operation = m_program.operations[index];
    const bool polls = operation.syncMethod == SyncMethod::Polling;
    switch (operation.syncScope) {
    case SyncScope::Device:
        STREAMSCOPE_CUDA(cudaDeviceSynchronize());
        break;
    case SyncScope::Stream: {
        const cudaStream_t stream = m_resources.stream(operation.stream);
        STREAMSCOPE_CUDA(polls ? pollUntilDone([stream] { return cudaStreamQuery(stream); })
                               : cudaStreamSynchronize(stream));
        break;
    }
    case SyncScope::Event:
        synchronizeEvent(index);
        break;
    }
}

/// With the record that stands before it in the list; one that was never recorded passes at once.
void CudaRun::synchronizeEvent(std::size_t index)
{
    if (m_awaited[index] < 0)
        return;
    const cudaEvent_t event = awaitedEvent(index).get();
    STREAMSCOPE_CUDA(m_program.operations[index].syncMethod == SyncMethod::Polling
                         ? pollUntilDone([event] { return cudaEventQuery(event); })
                         : cudaEventSynchronize(event));
}

} // namespace streamscope
