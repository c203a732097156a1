// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/graph_launches.h"
#include "engine/executors/cuda/host_functions.h"
#include "engine/executors/cuda/kernel_calls.h"
#include "engine/executors/cuda/measuring/block_buffer.h"
#include "engine/executors/cuda/measuring/device_clocks.h"
#include "engine/executors/cuda/measuring/stamp_buffer.h"
#include "engine/executors/cuda/measuring/stream_gate.h"
#include "engine/executors/cuda/memory_watch.h"
#include "engine/executors/cuda/program_resources.h"
#include "engine/executors/cuda/run_allocations.h"
#include "engine/executors/cuda/runtime/captured_graph.h"
#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/executors/cuda/runtime/nccl.h"
#include "engine/executors/timing/instrumentation_plan.h"
#include "engine/executors/timing/threads/issuing_threads.h"
#include "engine/program/program.h"
#include "engine/timeline/raw_run.h"

#include "kernels/kernel_launch.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace streamscope {

/// Issues a Program on a real device any number of times: live, behind a gate or as a graph; live and behind a gate
/// from as many host threads as the Program has, which start together. All streams fork from one event and join into
/// another. These two events are on a stream of their own, because the rules of the default stream would change the
/// run; a default stream that the Program uses forks and joins like the other streams.
class CudaRun
{
public:
    /// Plain: only the run. Instrumented: with events and stamps. Cupti: CUPTI records the device's times, only the
    /// host's calls are timed; CuptiWithStamps: kernels also stamp themselves, which costs nothing. Watched: as
    /// Instrumented, but the copies of planWatch() are watched; there must be at least one, and the Program must have
    /// run before on these resources.
    enum class Mode { Plain, Instrumented, Cupti, CuptiWithStamps, Watched };

    CudaRun(const Program &program, const ProgramResources &resources, Mode mode);

    /// One run; returns when the device is idle. @returns nanoseconds between the fork and the join, by events.
    /// @throws CudaError; RunError when a gate timed out; Cancelled after the operations in flight, when a stop was
    /// asked
    ///         for. The next run works after each.
    std::int64_t runOnce(const std::stop_token &stop);

    /// The raw times of the last run, without the clocks' probes. Empty for a plain run; under CUPTI only the
    /// host's calls and, if any, the stamps.
    RawRun raw() const;
    /// From the first call to the opening of the gate in the last run, in nanoseconds; 0 without a gate.
    std::int64_t heldByGate() const { return m_heldByGate; }
    /// Records every block of later runs. Check BlockBuffer::problem() first. @throws CudaError.
    void recordBlocks() { m_blocks.emplace(m_program); }
    /// Null unless blocks are recorded.
    const BlockBuffer *blocks() const { return m_blocks ? &*m_blocks : nullptr; }
    /// Extends the time limit of watching for a run of `nanoseconds`.
    void expectMakespan(std::int64_t nanoseconds);
    /// Null unless copies are watched.
    const MemoryWatch *watch() const { return m_watch ? &*m_watch : nullptr; }
    /// The uncertainty of the times of all devices but the first in the last instrumented run, in nanoseconds.
    std::int64_t deviceUncertainty() const { return m_clocks.uncertainty(); }
    const CudaEvent &origin() const { return m_fork; }
    cudaStream_t clockStream() const { return m_clockStream.get(); }

private:
    void issueForked(const CudaEvent &fork, IssuingThreads::Start &threads, const std::stop_token &stop);
    void issueOf(int thread, const CudaEvent &fork, const std::stop_token &stop);
    void issueOperations(int thread, const std::stop_token &stop);
    bool issueGraph(int thread, const std::vector<std::size_t> &nodes);
    void captureGraphs();
    bool belongsTo(int thread, std::size_t stream) const;
    void launchGraph();
    void runBehindGate(IssuingThreads::Start &threads, const std::stop_token &stop);
    std::int64_t gateTimeout() const;
    void createEvents();
    CudaEvent &eventOn(int device, std::vector<CudaEvent> &events, CudaEvent::Timing timing) const;
    void issue(std::size_t index);
    void issueWork(std::size_t index, cudaStream_t stream, std::int32_t stamp);
    void issueCollective(std::size_t index);
    void recordTime(std::int32_t event, cudaStream_t stream);
    void recordEvent(std::size_t index, cudaStream_t stream);
    void issueCopy(const Operation &operation, cudaStream_t stream);
    void synchronize(std::size_t index);
    void synchronizeEvent(std::size_t index);
    const CudaEvent &recordedEvent(std::size_t index) const;
    const CudaEvent &awaitedEvent(std::size_t waiter) const;
    const DeviceSet &devices() const { return m_resources.devices(); }

    const Program &m_program;
    const ProgramResources &m_resources;
    bool m_instrumented;
    bool m_timesCalls;
    bool m_launchesAtOnce;  ///< nothing but its call belongs to a kernel: no time, no other thread, device or graph
    bool m_graphed;         ///< the whole Program is one graph
    bool m_capturing;       ///< what is issued becomes nodes of a graph
    bool m_internalRecords; ///< the Program's records use separate events without timing
    InstrumentationPlan m_plan;
    std::vector<std::int32_t> m_awaited; ///< by operation: see recordsSeen()
    CudaStream m_clockStream;
    CudaEvent m_fork, m_join;
    DeviceClocks m_clocks;
    RunAllocations m_allocations;
    KernelCalls m_kernels;
    HostFunctions m_functions;
    std::vector<CudaEvent> m_streamEnds;
    std::vector<CudaEvent> m_events;         ///< of the plan
    std::vector<int> m_eventDevices;         ///< of each of m_events
    std::vector<CudaEvent> m_plainRecords;   ///< the Program's own records, without timing
    std::vector<std::int32_t> m_recordIndex; ///< by operation: index into m_plainRecords, or −1
    GraphLaunches m_graphLaunches;
    std::optional<StampBuffer> m_stamps;
    std::optional<BlockBuffer> m_blocks;
    std::optional<MemoryWatch> m_watch;
    std::vector<CallTimes> m_calls;
    std::optional<StreamGate> m_gate;
    std::int64_t m_heldByGate = 0;
    std::optional<CudaEvent> m_graphFork;
    std::optional<CapturedGraph> m_graph; ///< captured in the first run, so that an active profiler sees the capture
    std::vector<std::vector<std::size_t>> m_operationsOf; ///< by host thread
    IssueProgress m_progress;
    IssuingThreads m_threads; ///< last: ends before what the threads use
};

} // namespace streamscope
