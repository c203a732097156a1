// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"
#include "engine/program/submission.h"
#include "engine/program/traced_device.h"

#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// Which kind of CUDA stream this is.
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
    int priority = 0;         ///< as in CUDA: a lower number is more urgent
    bool nonBlocking = false; ///< cudaStreamNonBlocking: ignores the NULL stream
    int thread = 0;           ///< PerThreadDefault only: the host thread whose default stream it is

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

/// A Program::poolReleaseThreshold above any device's memory, and the most that a program file can say.
inline constexpr std::uint64_t keepsEverything = std::uint64_t{1} << 50;

/// What should run: operations in the order in which the host issues them. Plain data that knows no GPU. Each host
/// thread issues its own operations in the order of the list; issue_order.h says where threads wait for each other.
struct Program
{
    std::string title;
    std::vector<Stream> streams;
    std::vector<Buffer> buffers;
    std::vector<std::string> events; ///< names; an operation's `event` indexes here
    std::vector<Operation> operations;
    Submission submission = Submission::Live;
    /// Bytes that each device's memory pool keeps at a synchronisation (cudaMemPoolAttrReleaseThreshold; CUDA's default
    /// is 0: all unused memory goes back to the system).
    std::uint64_t poolReleaseThreshold = 0;
    /// Hardware queues that streams map to (CUDA_DEVICE_MAX_CONNECTIONS, 1 … 32); 0: the device's default.
    int connections = 0;
    /// Devices may read and write each other's memory (cudaDeviceEnablePeerAccess). Without peer access the driver
    /// stages copies between devices through the host.
    bool peerAccess = true;
    /// Asks for a process in which nothing has run on the device yet. No effect on a simulated device.
    bool coldStart = false;
    /// Of a Program that was made from a trace; empty for all others.
    std::optional<TracedDevice> traced;

    /// The number of devices: one more than the highest device index in the Program. At least 1.
    int deviceCount() const;
    /// The number of host threads: one more than the highest thread of an operation. At least 1.
    int threadCount() const;
    /// The operation is a node of a graph: of the whole Program's, or of one of its own.
    bool inGraph(const Operation &operation) const
    {
        return submission == Submission::Graph || operation.graph != Operation::none;
    }
    /// The last operation of the graph that begins with operation `first`; `first` itself where it is in none.
    std::size_t lastOfGraph(std::size_t first) const;
    /// The device on which `operation` runs: the device of its stream, or its `device` where it has no stream.
    int deviceOf(const Operation &operation) const;

    /// Sums over the buffers, in bytes.
    std::uint64_t deviceBytes(int device = 0) const;
    std::uint64_t hostBytes() const;

    /// The memory kind of a copy's host buffer; Pinned for a copy without a host buffer (d2d, peer).
    HostMemory hostMemoryOf(const Operation &operation) const;

    bool operator==(const Program &) const = default;
};

/// The per-thread default stream of host thread `thread` on the device of `stream`, which is such a stream of any
/// thread. A missing one is added as "per-thread of thread 1".
std::int32_t perThreadStreamOf(Program &program, std::int32_t stream, std::int32_t thread);

/// "operation 3 (h2d 'in 0')".
std::string operationText(const Program &program, std::size_t index);
/// "operation 3 (h2d 'in 0') has a negative duration": `what` as the rest of a sentence.
std::string operationProblem(const Program &program, std::size_t index, const std::string &what);

/// The reasons why no executor could run the Program (indices, ranges, directions, sizes): one line per problem, each
/// naming the operation. Empty when the Program is sound. Does not look for races.
std::vector<std::string> findProblems(const Program &program);

} // namespace streamscope
