// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace streamscope {

struct Program;
struct Operation;

/// How the host hands the operations to the device.
enum class Submission : std::uint8_t {
    Live,  ///< each call goes to the device at once; a device that is faster than the host waits for the host
    Gated, ///< the streams are held until everything is enqueued, then released together
    Graph, ///< the Program is captured into a CUDA graph, and one call launches the graph
};

/// Names as in every file and on the command line: live, gated, graph.
std::string_view submissionName(Submission submission);
/// The inverse. Returns false and does not change `out` when `name` is unknown.
bool parseSubmission(std::string_view name, Submission &out);

/// Why `operation` cannot be submitted in the way that the Program asks for; empty when it can. Behind a gate the host
/// must not wait for the device, because the device waits for the host (CUDA Programming Guide, asynchronous execution:
/// pageable copies, synchronisations, allocations that are not stream-ordered). A graph holds only operations that a
/// stream can capture (same guide, stream capture: no legacy default stream, no host work); that holds for a graph of
/// some operations, too.
std::optional<std::string> submissionProblem(const Program &program, const Operation &operation);

} // namespace streamscope
