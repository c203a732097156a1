// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// A column of numbers that mostly fit 32 bits and are often all absent. It takes four bytes per row, nothing while
/// every row is absent, and keeps the few larger numbers in a map. Rows are appended in order.
class CompactColumn
{
public:
    void reserve(std::size_t rows) { m_reserved = rows; }

    void append(std::optional<std::uint64_t> value)
    {
        const std::size_t row = m_size++;
        if (m_values.empty() && !value)
            return;
        if (m_values.empty()) {
            m_values.reserve(m_reserved > row ? m_reserved : row + 1);
            m_values.resize(row, absent);
        }
        if (value && *value >= aside)
            m_aside.emplace(row, *value);
        m_values.push_back(!value ? absent : *value >= aside ? aside : static_cast<std::uint32_t>(*value));
    }

    std::optional<std::uint64_t> at(std::size_t row) const
    {
        if (m_values.empty() || m_values[row] == absent)
            return std::nullopt;
        return m_values[row] == aside ? m_aside.at(row) : m_values[row];
    }

    /// No row has a value.
    bool empty() const { return m_values.empty(); }
    /// Approximate heap memory.
    std::size_t memoryBytes() const { return m_values.capacity() * sizeof(std::uint32_t) + m_aside.size() * 40; }

private:
    static constexpr std::uint32_t absent = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t aside = absent - 1;

    std::vector<std::uint32_t> m_values;
    std::unordered_map<std::size_t, std::uint64_t> m_aside;
    std::size_t m_size = 0, m_reserved = 0;
};

} // namespace streamscope
