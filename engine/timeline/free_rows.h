// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace streamscope {

/// Places intervals, in order of begin, in the first free sub-row. A tree over the rows' ends finds that row in
/// log(rows), so that a hundred thousand intervals at the same time stay fast.
class FreeRows
{
public:
    /// The row for [begin, end], end ≥ begin; a new row when all are taken.
    std::size_t take(std::int64_t begin, std::int64_t end)
    {
        if (m_ends[1] > begin)
            grow();
        std::size_t node = 1;
        while (node < m_leaves)
            node = m_ends[2 * node] <= begin ? 2 * node : 2 * node + 1;
        const std::size_t row = node - m_leaves;
        m_used = row + 1 > m_used ? row + 1 : m_used;
        for (m_ends[node] = end; node > 1; node /= 2)
            m_ends[node / 2] = m_ends[node] < m_ends[node ^ 1] ? m_ends[node] : m_ends[node ^ 1];
        return row;
    }

    std::size_t rows() const { return m_used; }

private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

    void grow()
    {
        std::vector<std::int64_t> larger(4 * m_leaves, never);
        for (std::size_t row = 0; row < m_leaves; ++row)
            larger[2 * m_leaves + row] = m_ends[m_leaves + row];
        m_leaves *= 2;
        m_ends.swap(larger);
        for (std::size_t node = m_leaves - 1; node > 0; --node)
            m_ends[node] = m_ends[2 * node] < m_ends[2 * node + 1] ? m_ends[2 * node] : m_ends[2 * node + 1];
    }

    std::size_t m_leaves = 1, m_used = 0;
    /// A heap: node i holds the smaller end of nodes 2i and 2i + 1; the rows are the leaves.
    std::vector<std::int64_t> m_ends{never, never};
};

/// Lays intervals out in sub-rows, each in the first that is free, and sorts what they belong to by row.
class RowLayout
{
public:
    /// The intervals come in order of begin, end ≥ begin.
    void add(std::int64_t begin, std::int64_t end)
    {
        if (m_rowOf.empty() && begin >= m_lastEnd) { // no overlap so far
            m_lastEnd = end;
            ++m_counts[0];
            return;
        }
        if (m_rowOf.empty()) {
            m_rowOf.resize(m_counts[0]);
            m_free.take(std::numeric_limits<std::int64_t>::min(), m_lastEnd);
        }
        const std::size_t row = m_free.take(begin, end);
        m_rowOf.push_back(static_cast<std::uint32_t>(row));
        m_counts.resize(std::max(m_counts.size(), row + 1));
        ++m_counts[row];
    }

    /// How many intervals each row has; one row at least.
    const std::vector<std::size_t> &counts() const { return m_counts; }

    /// Sorts the intervals' items, which stand in the order of add(), by row; within a row the order stays.
    template <typename T>
    void sortByRow(T *items) const
    {
        if (m_rowOf.empty())
            return;
        std::vector<std::size_t> at(m_counts.size());
        std::exclusive_scan(m_counts.begin(), m_counts.end(), at.begin(), std::size_t{0});
        std::vector<T> sorted(m_rowOf.size());
        for (std::size_t i = 0; i < sorted.size(); ++i)
            sorted[at[m_rowOf[i]]++] = items[i];
        std::copy(sorted.begin(), sorted.end(), items);
    }

private:
    FreeRows m_free;
    std::vector<std::uint32_t> m_rowOf; ///< empty while all are in row 0
    std::vector<std::size_t> m_counts = std::vector<std::size_t>(1);
    std::int64_t m_lastEnd = std::numeric_limits<std::int64_t>::min();
};

} // namespace streamscope
