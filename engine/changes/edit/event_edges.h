// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// Dependencies between operations of different streams, kept by event records and waits. An event is used again once
/// all waits for its last record stand before the next record, so that long Programs need few events.
class EventEdges
{
public:
    explicit EventEdges(std::size_t operations);

    /// `later` must wait for `earlier`, which stands before it in the list. Call it in the order of `later`.
    void add(std::int32_t earlier, std::int32_t later);

    /// Adds the events to `program`. Call it once, behind the last add(); `streamOf` has the stream of each operation,
    /// which differs for moved ones from the Program's.
    void makeEvents(Program &program, const std::vector<std::int32_t> &streamOf, const std::string &name);

    /// Adds all `operations` to `program`, on their streams and with the records and waits of makeEvents() around them.
    /// Call it once, behind that. `callNs`: how long each of these calls takes the host, −1 as the profile says.
    void write(const std::vector<Operation> &operations, const std::vector<std::int32_t> &streamOf, std::int64_t callNs,
               Program &program);

    std::size_t size() const { return m_edges.size(); }

private:
    /// The events that `operation` waits for. Call it for each operation, in order.
    std::vector<std::int32_t> waitsBefore(std::int32_t operation);

    struct Edge
    {
        std::int32_t earlier, later;
    };

    std::vector<Edge> m_edges;
    std::vector<std::int32_t> m_lastWait; ///< by operation: the last one that waits for it
    std::vector<std::int32_t> m_event;    ///< by operation
    std::size_t m_next = 0;               ///< the first edge that waitsBefore() has not given
};

} // namespace streamscope
