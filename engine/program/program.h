// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"
#include "engine/program/submission.h"

#include <string>
#include <vector>

namespace streamscope {

/// Which stream the CUDA API would be given.
enum class StreamKind : std::uint8_t {
    Created,          ///< cudaStreamCreateWithPriority
    LegacyDefault,    ///< the NULL stream
    PerThreadDefault, ///< cudaStreamPerThread
};

struct Stream
{
    std::string id; ///< as shown and as in the CSV's stream column
    StreamKind kind = StreamKind::Created;
    int device = 0;           ///< index into the executor's device set
    int priority = 0;         ///< CUDA's: a lower number is more urgent
    bool nonBlocking = false; ///< cudaStreamNonBlocking: ignores the NULL stream

    bool operator==(const Stream &) const = default;
};

/// Where a buffer lives. Host buffers have a memory kind, device buffers a device.
enum class BufferPlace : std::uint8_t { Host, Device };

struct Buffer
{
    std::string id;
    BufferPlace place = BufferPlace::Device;
    HostMemory hostMemory = HostMemory::Pinned; ///< host buffers only
    int device = 0;                             ///< device buffers only
    std::uint64_t bytes = 0;

    bool operator==(const Buffer &) const = default;
};

/// What should happen: operations in the order in which one host thread issues them. Plain data, no GPU in it.
struct Program
{
    std::string title;
    std::vector<Stream> streams;
    std::vector<Buffer> buffers;
    std::vector<std::string> events; ///< names; an operation's `event` indexes here
    std::vector<Operation> operations;
    Submission submission = Submission::Live;
    /// Bytes that each device's memory pool keeps at a synchronisation (cudaMemPoolAttrReleaseThreshold; CUDA's default
    /// is 0: all that is unused goes back to the system).
    std::uint64_t poolReleaseThreshold = 0;
    /// Hardware queues that streams map to (CUDA_DEVICE_MAX_CONNECTIONS, 1 … 32); 0: what the device has by itself.
    int connections = 0;
    /// Devices may read and write each other's memory (cudaDeviceEnablePeerAccess); without it the driver stages the
    /// copies between them through the host.
    bool peerAccess = true;
    /// Wants a process in which nothing has run on the device yet. It changes nothing on a simulated device.
    bool coldStart = false;

    /// Devices that the Program speaks of: one more than the highest index. At least 1.
    int deviceCount() const;
    /// The device on which `operation` runs: that of its stream, or its own where it has none.
    int deviceOf(const Operation &operation) const;

    /// Sums over the buffers, in bytes.
    std::uint64_t deviceBytes(int device = 0) const;
    std::uint64_t hostBytes() const;

    /// The memory kind of the host end of a copy; Pinned for a copy without one (d2d, peer).
    HostMemory hostMemoryOf(const Operation &operation) const;

    bool operator==(const Program &) const = default;
};

/// Says what is wrong with a Program that no executor could run (indices, ranges, directions, sizes): one line per
/// problem, each naming the operation. Empty when it is sound. It does not look for races.
std::vector<std::string> findProblems(const Program &program);

} // namespace streamscope
