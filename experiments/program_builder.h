// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <string>
#include <utility>

namespace streamscope {

/// A kernel's work and how long each of its blocks runs, where it is one that only takes time.
struct TimedKernel
{
    KernelWork work;
    std::int64_t durationNs = 0;
};

/// Builds a Program call by call, as a host thread would issue it. Streams, buffers and events are identified by the
/// numbers that the add functions return. A returned reference is valid until the next call.
class ProgramBuilder
{
public:
    explicit ProgramBuilder(std::string title) { m_program.title = std::move(title); }

    std::int32_t addStream(const Stream &stream);
    /// Adds a non-blocking stream.
    std::int32_t addStream(const std::string &id, int device = 0);
    std::int32_t addHostBuffer(const std::string &id, std::uint64_t bytes, HostMemory memory = HostMemory::Pinned);
    std::int32_t addDeviceBuffer(const std::string &id, std::uint64_t bytes, int device = 0);
    std::int32_t addEvent(const std::string &name);
    BufferRange all(std::int32_t buffer) const;

    /// Any copy: its kind follows from the places of the two ranges, which have the same length.
    Operation &copy(const std::string &name, std::int32_t stream, const BufferRange &from, const BufferRange &to);
    Operation &memset(const std::string &name, std::int32_t stream, const BufferRange &to, std::uint8_t value);
    Operation &kernel(const std::string &name, std::int32_t stream, const TimedKernel &kernel);
    /// `multiplyAdds` on each float from `from` to `to`, which may be the same.
    Operation &fma(const std::string &name, std::int32_t stream, const BufferRange &from, const BufferRange &to,
                   std::int64_t multiplyAdds);
    void record(std::int32_t stream, std::int32_t event);
    void wait(std::int32_t stream, std::int32_t event);
    /// `later` waits for all operations that are in `earlier` now: records a new event and waits for it.
    void order(std::int32_t earlier, std::int32_t later);
    Operation &hostWork(const std::string &name, std::int64_t nanoseconds);
    Operation &hostFunction(const std::string &name, std::int32_t stream, std::int64_t nanoseconds);
    /// Alloc or Free; in `stream`, or on the host for Operation::none.
    Operation &allocation(OperationKind kind, const std::string &name, std::uint64_t bytes,
                          std::int32_t stream = Operation::none, AllocationPlace place = AllocationPlace::Device);
    Operation &syncDevice(const std::string &name, int device = 0);
    Operation &syncStream(const std::string &name, std::int32_t stream, SyncMethod method = SyncMethod::Blocking);
    Operation &syncEvent(const std::string &name, std::int32_t event, SyncMethod method = SyncMethod::Blocking);

    Operation &add(OperationKind kind, const std::string &name, std::int32_t stream);
    Program &program() { return m_program; }
    Program take() { return std::move(m_program); }

private:
    Program m_program;
};

/// A kernel with `blocks` blocks, each of which runs for `nanoseconds`.
TimedKernel spinKernel(std::int64_t nanoseconds, std::int64_t blocks, std::int64_t sharedMemory = 0);

} // namespace streamscope
