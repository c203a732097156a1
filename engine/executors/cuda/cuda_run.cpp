// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/cuda_run.h"

#include "engine/executors/operation_times.h"
#include "engine/program/errors.h"

#include <chrono>

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
      m_timesCalls(mode != Mode::Plain), m_awaited(awaitedRecords(program)), m_clockStream(cudaStreamNonBlocking),
      m_fork(CudaEvent::Timing::On), m_join(CudaEvent::Timing::On), m_recordIndex(program.operations.size(), -1),
      m_calls(program.operations.size())
{
    for (std::size_t i = 0; i < resources.streamCount(); ++i)
        m_streamEnds.emplace_back(CudaEvent::Timing::Off);
    if (mode == Mode::Instrumented || mode == Mode::TracedWithStamps)
        m_plan = planInstrumentation(program);
    if (m_plan.stamps > 0)
        m_stamps.emplace(m_plan.stamps);
    if (m_instrumented) {
        for (std::int32_t i = 0; i < m_plan.events; ++i)
            m_events.emplace_back(CudaEvent::Timing::On);
        return;
    }
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (program.operations[i].kind == OperationKind::EventRecord) {
            m_recordIndex[i] = static_cast<std::int32_t>(m_plainRecords.size());
            m_plainRecords.emplace_back(CudaEvent::Timing::Off);
        }
}

std::int64_t CudaRun::eventTime(std::int32_t event) const
{
    return m_events[static_cast<std::size_t>(event)].nanosecondsSince(m_fork);
}

std::int64_t CudaRun::runOnce(const std::stop_token &stop)
{
    if (m_stamps)
        m_stamps->reset();
    if (m_blocks)
        m_blocks->reset();
    STREAMSCOPE_CUDA(cudaDeviceSynchronize());
    const DrainGuard drain;
    m_fork.record(m_clockStream.get());
    for (std::size_t i = 0; i < m_resources.streamCount(); ++i)
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(m_resources.stream(static_cast<std::int32_t>(i)), m_fork.get(), 0));
    issueAll(stop);
    for (std::size_t i = 0; i < m_resources.streamCount(); ++i) {
        m_streamEnds[i].record(m_resources.stream(static_cast<std::int32_t>(i)));
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(m_clockStream.get(), m_streamEnds[i].get(), 0));
    }
    m_join.record(m_clockStream.get());
    STREAMSCOPE_CUDA(cudaStreamSynchronize(m_clockStream.get()));
    return m_join.nanosecondsSince(m_fork);
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
    return m_instrumented ? m_events[static_cast<std::size_t>(m_plan.entries[index].after)]
                          : m_plainRecords[static_cast<std::size_t>(m_recordIndex[index])];
}

void CudaRun::issue(std::size_t index)
{
    const Operation &operation = m_program.operations[index];
    const cudaStream_t stream = operation.stream >= 0 ? m_resources.stream(operation.stream) : nullptr;
    const InstrumentationPlan::Entry entry =
        m_plan.entries.empty() ? InstrumentationPlan::Entry{} : m_plan.entries[index];
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
        recordedEvent(index).record(stream);
        return; // its own event is the one of the plan
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
    if (m_instrumented && entry.after >= 0)
        m_events[static_cast<std::size_t>(entry.after)].record(stream);
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
