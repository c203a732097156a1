// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// What a trace says about a kernel that communicates.
struct Collective
{
    std::string name;           ///< "allreduce", "_allgather_base"
    std::string communicator;   ///< the group of ranks; empty where the trace is silent
    std::uint64_t bytes = 0;    ///< the larger one of input and output of this rank; 0 also where unknown
    std::int64_t sequence = -1; ///< counts the collectives of a communicator; −1 where unknown
    int ranks = 0;              ///< in the communicator; 0 where unknown

    bool operator==(const Collective &) const = default;
};

/// The collectives of a Timeline, by span. Few spans have one.
class Collectives
{
public:
    /// Replaces what was known about `span`. Fast for rising spans.
    void set(std::uint32_t span, Collective collective);
    /// Null for a span that is no collective.
    const Collective *find(std::size_t span) const;

    std::size_t size() const { return m_list.size(); }
    bool empty() const { return m_list.empty(); }
    /// Pairs of span and collective, in order of spans.
    auto begin() const { return m_list.begin(); }
    auto end() const { return m_list.end(); }
    bool operator==(const Collectives &) const = default;

    std::size_t memoryBytes() const;

private:
    std::vector<std::pair<std::uint32_t, Collective>> m_list;
};

} // namespace streamscope
