// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/program/shared/repeated_kernels.h"
#include "engine/program/shared/repeated_ranges.h"
#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace streamscope {

/// Writes the parts of a replayed Program: streams, devices, stand-in buffers, events and operations. A trace does not
/// say which memory a copy or a kernel used, so each stream has one buffer for each kind of memory and direction.
class ProgramParts
{
public:
    /// Both must outlive the parts.
    ProgramParts(const Timeline &timeline, Program &program);

    /// The Program's number of a stream or device of the trace.
    std::int32_t stream(std::int32_t traced);
    /// A stream beside it for host functions alone, which the trace does not name. One for each stream of the trace.
    std::int32_t functionStream(std::int32_t traced);
    int device(int traced);
    /// The stream of the trace is the NULL stream. No other stream waits for it, nor it for them.
    void setNullStream(std::int32_t traced);
    /// The trace's numbers of the Program's devices.
    const std::vector<int> &devices() const { return m_devices; }

    /// A name of the trace.
    const SharedText &name(std::uint32_t traced);
    std::int32_t newEvent();
    /// The event that is recorded behind `operation` in its stream. The record is put there by finish().
    std::int32_t recordBehind(std::int32_t operation);

    Operation &add(OperationKind kind, std::int32_t thread, std::int32_t stream);
    Operation &hostWork(std::int32_t thread, std::int64_t durationNs, bool known);
    /// A copy, kernel, memset or host function as the trace shows it. A kernel's duration is the whole kernel's.
    /// Without its call (`called` is false) it is unknown how long a pageable copy held a thread: such a copy holds
    /// none.
    Operation &work(std::uint32_t span, std::int32_t thread, bool called);
    /// A call that allocates or frees memory of a pool: it waits for nothing.
    bool isStreamOrdered(const TraceStep &allocation) const;
    /// A call that returns when the device has nothing to do: cudaFree, and those of pinned memory.
    bool waitsForDevice(const TraceStep &allocation) const;
    /// A call that allocates or frees. Few files say how much memory it is about.
    Operation &allocation(OperationKind kind, std::int32_t thread, const TraceStep &step);
    /// The index of the operation that was added last.
    std::int32_t last() const { return static_cast<std::int32_t>(m_program.operations.size()) - 1; }
    Operation &at(std::int32_t operation) { return m_program.operations[static_cast<std::size_t>(operation)]; }
    /// A copy between the device and pageable memory: the host takes part in it.
    bool isStaged(const Operation &operation) const;

    /// Puts the records of recordBehind() into the list. Operations may move.
    void finish();
    void addNotes(std::vector<std::string> &notes) const;

private:
    BufferRange host(std::int32_t stream, OperationKind kind, HostMemory memory, std::uint64_t bytes);
    BufferRange onDevice(std::int32_t stream, int device, bool source, std::uint64_t bytes);
    BufferRange buffer(const Buffer &like, std::int32_t &known, std::uint64_t bytes);
    void copyBuffers(Operation &operation, const Span &span, bool called);
    bool connectsTwo(std::uint32_t span, const Span &copy) const;
    void peerBuffers(Operation &operation, PeerDevices peers);
    const SharedKernel &kernel(std::uint32_t span);

    /// The buffers of a stream, −1 until used.
    struct StreamBuffers
    {
        std::int32_t host[2][2] = {{-1, -1}, {-1, -1}}; ///< by direction, pinned or pageable
        std::int32_t device[2] = {-1, -1};              ///< destination, source
    };

    const Timeline &m_timeline;
    Program &m_program;
    std::vector<int> m_devices;
    std::vector<std::int32_t> m_streams;                    ///< by the trace's number, −1 until used
    std::map<std::int32_t, std::int32_t> m_functionStreams; ///< by the trace's number of the one beside it
    std::vector<SharedText> m_names;                        ///< by the trace's number, empty until used
    std::vector<StreamBuffers> m_buffers;                   ///< by the Program's stream
    std::map<std::tuple<std::int32_t, int, bool>, std::int32_t> m_peerBuffers; ///< by stream, device, source
    RepeatedRanges m_ranges;
    RepeatedKernels m_kernels;
    std::vector<std::pair<std::int32_t, std::int32_t>> m_records; ///< operation, event
    std::uint64_t m_shapeless = 0, m_unknownMemory = 0, m_unknownPeers = 0, m_uncalledPageable = 0, m_unsized = 0;
};

} // namespace streamscope
