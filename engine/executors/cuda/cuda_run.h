// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/block_buffer.h"
#include "engine/executors/cuda/cuda_handles.h"
#include "engine/executors/cuda/program_resources.h"
#include "engine/executors/cuda/stamp_buffer.h"
#include "engine/executors/instrumentation_plan.h"
#include "engine/program/program.h"

#include "kernels/kernel_launch.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace streamscope {

/// When the host called and came back, in nanoseconds of its steady clock.
struct HostCall
{
    std::int64_t begin = 0;
    std::int64_t submitted = 0; ///< the operation itself is issued; instrumented runs only
    std::int64_t end = 0;
};

/// Issues a Program on a real device, again and again. All streams fork from one event and join into another on a
/// stream of their own, never on the default stream, whose rules would change the run.
class CudaRun
{
public:
    /// Plain: nothing but the run. Instrumented: with events and stamps. Traced: somebody else notes the device's times
    /// (CUPTI), only the host's calls are timed; with stamps the kernels stamp themselves as well, which costs nothing.
    enum class Mode { Plain, Instrumented, Traced, TracedWithStamps };

    CudaRun(const Program &program, const ProgramResources &resources, Mode mode);

    /// One run; returns when the device is idle. @returns nanoseconds between the fork and the join, by events.
    /// @throws CudaError; Cancelled after the operations in flight, when a stop was asked for.
    std::int64_t runOnce(const std::stop_token &stop);

    // What an instrumented run leaves behind; of a traced one only the host's calls and the origin.
    const InstrumentationPlan &plan() const { return m_plan; }
    /// Time of an event of the plan, in nanoseconds after the fork.
    std::int64_t eventTime(std::int32_t event) const;
    std::vector<KernelStamp> readStamps() const { return m_stamps ? m_stamps->read() : std::vector<KernelStamp>(); }
    /// Lets every block of the next runs leave a record. See BlockBuffer::problem() first. @throws CudaError.
    void recordBlocks() { m_blocks.emplace(m_program); }
    /// Null unless blocks are recorded.
    const BlockBuffer *blocks() const { return m_blocks ? &*m_blocks : nullptr; }
    const std::vector<HostCall> &hostCalls() const { return m_calls; }
    const CudaEvent &origin() const { return m_fork; }
    cudaStream_t clockStream() const { return m_clockStream.get(); }

private:
    void issueAll(const std::stop_token &stop);
    void issue(std::size_t index);
    void issueCopy(const Operation &operation, cudaStream_t stream);
    void issueKernel(std::size_t index, cudaStream_t stream, std::int32_t stamp);
    void synchronize(std::size_t index);
    const CudaEvent &recordedEvent(std::size_t index) const;

    const Program &m_program;
    const ProgramResources &m_resources;
    bool m_instrumented;
    bool m_timesCalls;
    InstrumentationPlan m_plan;
    std::vector<std::int32_t> m_awaited;
    CudaStream m_clockStream;
    CudaEvent m_fork, m_join;
    std::vector<CudaEvent> m_streamEnds;
    std::vector<CudaEvent> m_events;         ///< of the plan
    std::vector<CudaEvent> m_plainRecords;   ///< plain runs: the Program's own records, without timing
    std::vector<std::int32_t> m_recordIndex; ///< by operation: index into m_plainRecords, or −1
    std::optional<StampBuffer> m_stamps;
    std::optional<BlockBuffer> m_blocks;
    std::vector<HostCall> m_calls;
};

/// The host's steady clock in nanoseconds.
std::int64_t hostNow();

} // namespace streamscope
