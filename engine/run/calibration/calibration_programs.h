// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <string>

namespace streamscope {

/// Builds the small Programs that measure a device.
class CalibrationSketch
{
public:
    explicit CalibrationSketch(int streams);

    /// Makes a buffer and returns its index.
    std::int32_t host(std::uint64_t bytes, HostMemory memory);
    std::int32_t device(std::uint64_t bytes);

    /// `from` and `to` are buffers; `offset` applies to both.
    void copy(OperationKind kind, int stream, std::int32_t from, std::int32_t to, std::uint64_t bytes,
              std::uint64_t offset = 0);
    void spin(int stream, std::int64_t durationNs, std::uint32_t blocks = 1, std::uint32_t sharedMemory = 0);
    /// A kernel on `bytes` bytes of a device buffer from `offset` on, in place.
    void fma(int stream, std::int32_t buffer, std::uint64_t bytes, std::int64_t work, std::uint64_t offset = 0);
    /// A kernel that reads and writes `elements` floats of a device buffer; `grid` 0: a block for each 256 of them.
    void stream(int stream, std::int32_t buffer, std::uint64_t elements, std::uint32_t grid = 0);
    void tensor(int stream, std::int32_t buffer, std::uint64_t elements, std::int64_t work, MatrixPrecision precision);
    void memset(int stream, std::int32_t buffer, std::uint64_t bytes);
    void function(int stream, std::int64_t durationNs);
    void allocation(OperationKind kind, std::uint64_t bytes, AllocationPlace place = AllocationPlace::Device);
    void poolAllocation(OperationKind kind, std::uint64_t bytes, int stream);
    void keep(std::uint64_t bytes) { m_program.poolReleaseThreshold = bytes; }
    void submit(Submission submission) { m_program.submission = submission; }
    void record(int stream);
    /// `stream` waits for the event that was recorded last.
    void waitForLast(int stream);
    void syncStream(int stream);
    void syncDevice();

    const Program &program() const { return m_program; }

private:
    Operation &add(OperationKind kind, int stream);

    Program m_program;
};

/// A typical copy-compute pipeline, for fitting and for validating a fit.
struct CalibrationPipeline
{
    enum class Order { Serial, DepthFirst, BreadthFirst };
    std::uint64_t bytes = 64 << 20;
    int chunks = 8;
    int streams = 4;
    HostMemory memory = HostMemory::Pinned;
    Order order = Order::DepthFirst;
    std::int64_t work = 64;

    Program build() const;
    std::string name() const; ///< "64 MiB, 8 chunks on 4 streams, depth-first, pinned, work 64"
};

} // namespace streamscope
