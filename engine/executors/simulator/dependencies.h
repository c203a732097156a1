// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// The number of causes that each operation still waits for: its own call, and operations issued before it. Flat
/// arrays, because there are millions of operations.
class Dependencies
{
public:
    explicit Dependencies(std::size_t operations) : m_open(operations, 1), m_first(operations, none) {}

    /// `waiter` also waits for `other`, which has not released its waiters yet.
    void add(std::int32_t waiter, std::int32_t other)
    {
        const std::int32_t edge = takeEdge();
        m_edges[static_cast<std::size_t>(edge)] = {waiter, m_first[other]};
        m_first[other] = edge;
        ++m_open[waiter];
    }
    /// `waiter` waits for one more cause, which close() removes.
    void hold(std::int32_t waiter) { ++m_open[waiter]; }
    /// Removes one cause. True when it was the last one.
    bool close(std::int32_t waiter) { return --m_open[waiter] == 0; }
    bool isReady(std::int32_t operation) const { return m_open[operation] == 0; }
    /// True when only its own call is missing.
    bool waitsForCallOnly(std::int32_t operation) const { return m_open[operation] == 1; }

    /// Removes and returns a waiter of `other`, the latest first; `none` when there is no more.
    std::int32_t takeWaiter(std::int32_t other)
    {
        const std::int32_t edge = m_first[other];
        if (edge == none)
            return none;
        const Edge taken = m_edges[static_cast<std::size_t>(edge)];
        m_first[other] = taken.next;
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

    std::vector<std::int32_t> m_open;  ///< by operation: number of causes; 1 at first, for its call
    std::vector<std::int32_t> m_first; ///< by operation: its list of waiters
    std::vector<Edge> m_edges;
    std::int32_t m_free = none;
};

} // namespace streamscope
