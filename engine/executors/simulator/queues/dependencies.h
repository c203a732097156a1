// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/queues/operation_states.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// The number of causes that each operation still waits for: its own call, and operations issued before it.
class Dependencies
{
public:
    /// `states` must outlive this.
    explicit Dependencies(OperationStates &states) : m_states(states) {}

    /// `waiter` also waits for `other`, which has not released its waiters yet.
    void add(std::int32_t waiter, std::int32_t other)
    {
        const std::int32_t edge = takeEdge();
        std::int32_t &first = m_states[other].firstWaiter;
        m_edges[static_cast<std::size_t>(edge)] = {waiter, first};
        first = edge;
        ++m_states[waiter].open;
    }
    /// `waiter` waits for one more cause, which close() removes.
    void hold(std::int32_t waiter) { ++m_states[waiter].open; }
    /// Removes one cause. True when it was the last one.
    bool close(std::int32_t waiter) { return --m_states[waiter].open == 0; }
    bool isReady(std::int32_t operation) const { return state(operation).open == 0; }
    /// True when only its own call is missing.
    bool waitsForCallOnly(std::int32_t operation) const { return state(operation).open == 1; }

    /// Removes and returns a waiter of `other`, the latest first; `none` when there is no more.
    std::int32_t takeWaiter(std::int32_t other)
    {
        const std::int32_t edge = state(other).firstWaiter;
        if (edge == none)
            return none;
        const Edge taken = m_edges[static_cast<std::size_t>(edge)];
        m_states[other].firstWaiter = taken.next;
        m_edges[static_cast<std::size_t>(edge)].next = m_free;
        m_free = edge;
        return taken.waiter;
    }

    static constexpr std::int32_t none = -1;

private:
    struct Edge
    {
        std::int32_t waiter;
        std::int32_t next; ///< of the same list
    };

    std::int32_t takeEdge()
    {
        if (m_free == none) {
            m_edges.push_back({});
            return static_cast<std::int32_t>(m_edges.size() - 1);
        }
        const std::int32_t edge = m_free;
        m_free = m_edges[static_cast<std::size_t>(edge)].next;
        return edge;
    }

    const OperationState &state(std::int32_t operation) const { return std::as_const(m_states)[operation]; }

    OperationStates &m_states;
    std::vector<Edge> m_edges;
    std::int32_t m_free = none;
};

} // namespace streamscope
