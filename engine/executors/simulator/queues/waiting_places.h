// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/queues/operation_states.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// Numbers of places for the operations that wait for one engine. Of millions of operations few wait at a time: what an
/// engine keeps for each is by place, not by operation.
class WaitingPlaces
{
public:
    /// `states` must outlive this.
    explicit WaitingPlaces(OperationStates &states) : m_states(states) {}

    /// The place of an operation that begins to wait: one that is free, or else the next new one.
    std::int32_t enter(std::int32_t operation)
    {
        if (m_free.empty())
            m_free.push_back(m_places++);
        const std::int32_t place = m_free.back();
        m_free.pop_back();
        return m_states[operation].place = place;
    }
    /// Of an operation that waits.
    std::int32_t of(std::int32_t operation) const { return std::as_const(m_states)[operation].place; }
    /// It waits no longer.
    void leave(std::int32_t operation) { m_free.push_back(of(operation)); }
    /// Places so far, free ones included.
    std::size_t size() const { return static_cast<std::size_t>(m_places); }

private:
    OperationStates &m_states;
    std::vector<std::int32_t> m_free;
    std::int32_t m_places = 0;
};

} // namespace streamscope
