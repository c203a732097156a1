// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// By operation: its place at the engine that it waits for. An operation waits for one engine at most, so that all
/// engines of a run share this.
using PlaceOfOperation = std::vector<std::int32_t>;

/// Numbers of places for the operations that wait for one engine. Of millions of operations few wait at a time: what an
/// engine keeps for each is by place, not by operation.
class WaitingPlaces
{
public:
    /// `placeOf` has an entry for each operation, and must outlive this.
    explicit WaitingPlaces(PlaceOfOperation &placeOf) : m_placeOf(placeOf) {}

    /// The place of an operation that begins to wait: one that is free, or else the next new one.
    std::int32_t enter(std::int32_t operation)
    {
        if (m_free.empty())
            m_free.push_back(m_places++);
        const std::int32_t place = m_free.back();
        m_free.pop_back();
        return m_placeOf[static_cast<std::size_t>(operation)] = place;
    }
    /// Of an operation that waits.
    std::int32_t of(std::int32_t operation) const { return m_placeOf[static_cast<std::size_t>(operation)]; }
    /// It waits no longer.
    void leave(std::int32_t operation) { m_free.push_back(of(operation)); }
    /// Places so far, free ones included.
    std::size_t size() const { return static_cast<std::size_t>(m_places); }

private:
    PlaceOfOperation &m_placeOf;
    std::vector<std::int32_t> m_free;
    std::int32_t m_places = 0;
};

} // namespace streamscope
