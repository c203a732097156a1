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
    Live,  ///< each call as it is made: where the device is faster than the host, it waits for the host
    Gated, ///< the streams are held until everything is enqueued, then let go at once
    Graph, ///< captured into a CUDA graph, which one call launches
};

/// Names as in every file and on the command line: live, gated, graph.
std::string_view submissionName(Submission submission);
/// The inverse. Returns false and leaves `out` alone when `name` is none of them.
bool parseSubmission(std::string_view name, Submission &out);

/// Why `operation` cannot be handed over in the way that the Program asks for; nothing when it can. Behind a gate the
/// host must not wait for the device, which waits for the host (CUDA Programming Guide, asynchronous execution:
/// pageable copies, synchronisations, allocations that are not stream-ordered); a graph holds only what a stream can
/// capture (same guide, stream capture: no legacy default stream, nothing that the host does by itself).
std::optional<std::string> submissionProblem(const Program &program, const Operation &operation);

} // namespace streamscope
