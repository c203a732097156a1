// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// What a replay had to assume about a trace, and how often.
struct ReplayAssumptions
{
    std::uint64_t emptyCalls = 0;        ///< calls that issue work and have no operation
    std::uint64_t uncalled = 0;          ///< operations without a call
    std::uint64_t earlier = 0;           ///< operations that were issued before the range, and had not ended
    std::uint64_t inferredWaits = 0;     ///< of streams, for events that the file does not name
    std::uint64_t inferredSyncs = 0;     ///< of the host, where the file does not say for what
    std::uint64_t inferredFunctions = 0; ///< of the host in streams, of which the file shows the calls alone
    std::uint64_t unplacedFunctions = 0; ///< the same, but nothing tells in which stream
    std::uint64_t splitGraphs = 0;       ///< graphs that became several launches
    std::uint64_t graphEdges = 0;        ///< waits of a graph's nodes for those of other branches
    std::uint64_t threadWaits = 0;       ///< pauses of a thread in which it waited for another one
    std::uint64_t functionWaits = 0;     ///< the same for a host function
    std::uint64_t lockWaits = 0;         ///< calls that waited for the pageable copy of another thread
    std::uint64_t allocationWaits = 0;   ///< calls that waited for the allocation or free of another thread
    std::uint64_t joinedThreads = 0;     ///< host threads that are replayed as another one
    std::uint64_t implicitSyncs = 0;     ///< allocations and frees that waited for the device
};

/// One sentence for each kind that occurred.
std::vector<std::string> replayNotes(const ReplayAssumptions &assumptions);

} // namespace streamscope
