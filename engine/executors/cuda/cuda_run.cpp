// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/cuda_run.h"

#include "engine/executors/operation_times.h"
#include "engine/program/errors.h"

#include <chrono>
#include <string>

namespace streamscope {

namespace {

/// Leaves an idle device behind, also when an exception passes: buffers must not be freed under a running copy.
class DrainGuard
{
public:
    DrainGuard() = default;
    DrainGuard(const DrainGuard &) = delete;
    DrainGuard &operator=(const DrainGuard &) = delete;
    ~DrainGuard() { STREAMSCOPE_CUDA_NOEXCEPT(cudaDeviceSynchronize()); }
};

cudaMemcpyKind direction(OperationKind kind)
{
    if (kind == OperationKind::H2D)
        return cudaMemcpyHostToDevice;
    return kind == OperationKind::D2H ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

void workOnHost(std::int64_t nanoseconds)
{
    const std::int64_t end = hostNow() + nanoseconds;
    while (hostNow() < end) {
    }
}

} // namespace

std::int64_t hostNow()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

CudaRun::CudaRun(const Program &program, const ProgramResources &resources, Mode mode)
    : m_program(program), m_resources(resources), m_instrumented(mode == Mode::Instrumented),
      m_timesCalls(mode != Mode::Plain), m_graphed(program.submission == Submission::Graph),
      m_internalRecords(!m_instrumented || m_graphed), m_awaited(awaitedRecords(program)),
      m_clockStream(cudaStreamNonBlocking), m_fork(CudaEvent::Timing::On), m_join(CudaEvent::Timing::On),
      m_recordIndex(program.operations.size(), -1), m_calls(program.operations.size())
{
    for (std::size_t i = 0; i < resources.streamCount(); ++i)
        m_streamEnds.emplace_back(CudaEvent::Timing::Off);
    if (mode == Mode::Instrumented || mode == Mode::TracedWithStamps)
        m_plan = planInstrumentation(program);
    if (m_plan.stamps > 0)
        m_stamps.emplace(m_plan.stamps);
    for (std::int32_t i = 0; m_instrumented && i < m_plan.events; ++i)
        m_events.emplace_back(CudaEvent::Timing::On);
    if (program.submission == Submission::Gated)
        m_gate.emplace();
    if (m_graphed)
        m_graphFork.emplace(CudaEvent::Timing::Off);
    for (std::size_t i = 0; m_internalRecords && i < program.operations.size(); ++i)
        if (program.operations[i].kind == OperationKind::EventRecord) {
            m_recordIndex[i] = static_cast<std::int32_t>(m_plainRecords.size());
            m_plainRecords.emplace_back(CudaEvent::Timing::Off);
        }
}

RawRun CudaRun::raw() const
{
    RawRun raw;
    raw.calls = m_calls;
    for (const CudaEvent &event : m_events)
        raw.events.push_back(event.tryNanosecondsSince(m_fork).value_or(unknownTime));
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
    STREAMSCOPE_CUDA(cudaDeviceSynchronize());
    const DrainGuard drain;
    if (m_graphed && !m_graph)
        m_graph.emplace(m_clockStream.get(), [&] {
            m_graphFork->record(m_clockStream.get());
            issueForked(*m_graphFork, stop);
        });
    if (m_gate) {
        runBehindGate(stop);
    } else {
        m_fork.record(m_clockStream.get());
        if (m_graph)
            launchGraph();
        else
            issueForked(m_fork, stop);
        m_join.record(m_clockStream.get());
    }
    STREAMSCOPE_CUDA(cudaStreamSynchronize(m_clockStream.get()));
    if (m_gate && m_gate->timedOut())
        throw RunError("the gate timed out: the host could not enqueue all "
                       + std::to_string(m_program.operations.size()) + " operations within "
                       + std::to_string(gateTimeout() / 1'000'000)
                       + " ms, because a stream's queue was full (it takes about 1,000 operations) or the host waited "
                         "for the device; use fewer operations or more streams, or submission = live or graph");
    return m_join.nanosecondsSince(m_fork);
}

void CudaRun::runBehindGate(const std::stop_token &stop)
{
    StreamGate::Hold hold(*m_gate, m_clockStream.get(), gateTimeout());
    const std::int64_t closed = hostNow();
    m_fork.record(m_clockStream.get());
    issueForked(m_fork, stop);
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
    HostCall call;
    call.begin = hostNow();
    m_graph->launch(m_clockStream.get());
    call.submitted = call.end = hostNow();
    m_calls.assign(m_program.operations.size(), call);
}

void CudaRun::issueForked(const CudaEvent &fork, const std::stop_token &stop)
{
    for (std::size_t i = 0; i < m_resources.streamCount(); ++i)
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(m_resources.stream(static_cast<std::int32_t>(i)), fork.get(), 0));
    issueAll(stop);
    for (std::size_t i = 0; i < m_resources.streamCount(); ++i) {
        m_streamEnds[i].record(m_resources.stream(static_cast<std::int32_t>(i)));
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(m_clockStream.get(), m_streamEnds[i].get(), 0));
    }
}

void CudaRun::issueAll(const std::stop_token &stop)
{
    for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
        if (stop.stop_requested())
            throw Cancelled();
        if (m_timesCalls)
            m_calls[i].begin = hostNow();
        issue(i);
        if (m_timesCalls)
            m_calls[i].end = hostNow();
    }
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
    if (m_graphed)
        event.recordInGraph(stream);
    else
        event.record(stream);
}

/// The Program's own record. In a live run the event that times it serves the waits, too; in a graph a node takes the
/// time, behind the record, so that nothing waits for it.
void CudaRun::recordEvent(std::size_t index, cudaStream_t stream)
{
    recordedEvent(index).record(stream);
    if (m_instrumented && m_internalRecords)
        recordTime(m_plan.entries[index].after, stream);
}

void CudaRun::issue(std::size_t index)
{
    const Operation &operation = m_program.operations[index];
    const cudaStream_t stream = operation.stream >= 0 ? m_resources.stream(operation.stream) : nullptr;
    const InstrumentationPlan::Entry entry =
        m_plan.entries.empty() ? InstrumentationPlan::Entry{} : m_plan.entries[index];
    recordTime(entry.before, stream);
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
        issueCopy(operation, stream);
        break;
    case OperationKind::Memset:
        STREAMSCOPE_CUDA(cudaMemsetAsync(m_resources.address(operation.writes.front()), operation.memsetValue,
                                         operation.bytes, stream));
        break;
    case OperationKind::Kernel:
        issueKernel(index, stream, entry.stamp);
        break;
    case OperationKind::EventRecord:
        recordEvent(index, stream);
        return; // it is timed by its own event
    case OperationKind::EventWait:
        if (m_awaited[index] >= 0)
            STREAMSCOPE_CUDA(
                cudaStreamWaitEvent(stream, recordedEvent(static_cast<std::size_t>(m_awaited[index])).get(), 0));
        break;
    case OperationKind::HostWork:
        workOnHost(operation.durationNs);
        break;
    case OperationKind::Sync:
        synchronize(index);
        break;
    default:
        throw std::logic_error("operation kind is not carried out"); // requireRunnable() lets none through
    }
    if (m_instrumented)
        m_calls[index].submitted = hostNow();
    recordTime(entry.after, stream);
}

void CudaRun::issueCopy(const Operation &operation, cudaStream_t stream)
{
    STREAMSCOPE_CUDA(cudaMemcpyAsync(m_resources.address(operation.writes.front()),
                                     m_resources.address(operation.reads.front()), operation.bytes,
                                     direction(operation.kind), stream));
}

void CudaRun::issueKernel(std::size_t index, cudaStream_t stream, std::int32_t stamp)
{
    const Operation &operation = m_program.operations[index];
    const KernelWork &work = operation.kernel;
    const LaunchShape shape{launchedBlocks(work), work.block, work.sharedMemory};
    KernelStamp *place = stamp >= 0 ? m_stamps->place(stamp) : nullptr;
    BlockStamp *blocks = m_blocks ? m_blocks->place(index) : nullptr;
    if (work.kind == KernelKind::Spin) {
        STREAMSCOPE_CUDA(launchSpin(work.durationNs, shape, place, stream, blocks));
        return;
    }
    // x·1 + 1: as many multiply-adds as asked for, and a result that can be checked exactly (expected_data.h)
    constexpr float one = 1.0F;
    STREAMSCOPE_CUDA(launchFma(static_cast<const float *>(m_resources.address(operation.reads.front())),
                               static_cast<float *>(m_resources.address(operation.writes.front())), work.elements,
                               static_cast<int>(work.workPerElement), one, shape, place, stream, blocks));
}

void CudaRun::synchronize(std::size_t index)
{
    const Operation &operation = m_program.operations[index];
    if (operation.syncScope == SyncScope::Stream) {
        STREAMSCOPE_CUDA(cudaStreamSynchronize(m_resources.stream(operation.stream)));
        return;
    }
    if (operation.syncScope == SyncScope::Device) {
        STREAMSCOPE_CUDA(cudaDeviceSynchronize());
        return;
    }
    for (std::size_t i = index; i-- > 0;) {
        const Operation &earlier = m_program.operations[i];
        if (earlier.kind == OperationKind::EventRecord && earlier.event == operation.event) {
            STREAMSCOPE_CUDA(cudaEventSynchronize(recordedEvent(i).get()));
            return;
        }
    }
}

} // namespace streamscope
