// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/block_records.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace streamscope {

namespace {

template <typename T>
void permute(std::vector<T> &column, const std::vector<std::uint32_t> &order)
{
    std::vector<T> sorted(column.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        sorted[i] = column[order[i]];
    column = std::move(sorted);
}

/// Gives each of the blocks `order[first, past)`, which are sorted by start, the first free row and sorts them by row.
class RowLayout
{
public:
    RowLayout(const std::vector<std::int64_t> &starts, const std::vector<std::int64_t> &ends)
        : m_starts(starts), m_ends(ends)
    {}

    void layOut(std::vector<std::uint32_t> &order, std::size_t first, std::size_t past, BlockLane &lane)
    {
        m_rowEnds.clear();
        m_counts.clear();
        m_rows.clear();
        std::int64_t busyTo = std::numeric_limits<std::int64_t>::min();
        for (std::size_t i = first; i < past; ++i) {
            const std::int64_t start = m_starts[order[i]], end = m_ends[order[i]];
            m_rows.push_back(freeRow(start, end));
            lane.busyNs += std::max<std::int64_t>(0, end - std::max(start, busyTo));
            busyTo = std::max(busyTo, end);
        }
        sortByRow(order, first, lane);
    }

private:
    std::uint32_t freeRow(std::int64_t start, std::int64_t end)
    {
        const auto found =
            std::find_if(m_rowEnds.begin(), m_rowEnds.end(), [start](std::int64_t rowEnd) { return rowEnd <= start; });
        const auto row = static_cast<std::size_t>(found - m_rowEnds.begin());
        if (found == m_rowEnds.end()) {
            m_rowEnds.push_back(end);
            m_counts.push_back(1);
        } else {
            *found = end;
            ++m_counts[row];
        }
        return static_cast<std::uint32_t>(row);
    }

    void sortByRow(std::vector<std::uint32_t> &order, std::size_t first, BlockLane &lane)
    {
        std::vector<std::size_t> next;
        std::size_t at = first;
        for (const std::size_t count : m_counts) {
            next.push_back(at);
            lane.rows.push_back({at, at + count});
            at += count;
        }
        m_sorted.resize(m_rows.size());
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            m_sorted[next[m_rows[i]]++ - first] = order[first + i];
        std::copy(m_sorted.begin(), m_sorted.end(), order.begin() + static_cast<std::ptrdiff_t>(first));
    }

    const std::vector<std::int64_t> &m_starts, &m_ends;
    std::vector<std::int64_t> m_rowEnds;
    std::vector<std::size_t> m_counts;
    std::vector<std::uint32_t> m_rows, m_sorted;
};

} // namespace

void BlockRecords::reserve(std::size_t records)
{
    m_span.reserve(records);
    m_block.reserve(records);
    m_multiprocessor.reserve(records);
    m_start.reserve(records);
    m_end.reserve(records);
}

void BlockRecords::append(const BlockRecord &record)
{
    m_span.push_back(record.span);
    m_block.push_back(record.block);
    m_multiprocessor.push_back(record.multiprocessor);
    m_start.push_back(record.start);
    m_end.push_back(record.end);
}

BlockRecord BlockRecords::record(std::size_t i) const
{
    return {m_span[i], m_block[i], m_multiprocessor[i], m_start[i], m_end[i]};
}

void BlockRecords::arrange(const std::vector<int> &deviceOfSpan)
{
    m_lanes.clear();
    const auto laneKey = [&](std::size_t i) { return std::pair(deviceOfSpan[m_span[i]], m_multiprocessor[i]); };
    std::map<std::pair<int, std::uint16_t>, std::size_t> counts;
    for (std::size_t i = 0; i < size(); ++i)
        ++counts[laneKey(i)];
    // Lane by lane: sorting a hundred short lists is much cheaper than one long one.
    std::map<std::pair<int, std::uint16_t>, std::size_t> next;
    std::size_t at = 0;
    for (const auto &[key, count] : counts) {
        next[key] = at;
        at += count;
    }
    std::vector<std::uint32_t> order(size());
    for (std::size_t i = 0; i < size(); ++i)
        order[next[laneKey(i)]++] = static_cast<std::uint32_t>(i);

    const auto inTime = [this](std::uint32_t a, std::uint32_t b) {
        return std::tuple(m_start[a], m_end[a], m_span[a], m_block[a])
               < std::tuple(m_start[b], m_end[b], m_span[b], m_block[b]);
    };
    RowLayout rows(m_start, m_end);
    at = 0;
    for (const auto &[key, count] : counts) {
        const auto begin = order.begin() + static_cast<std::ptrdiff_t>(at);
        std::sort(begin, begin + static_cast<std::ptrdiff_t>(count), inTime);
        BlockLane &lane = m_lanes.emplace_back();
        lane.device = key.first;
        lane.multiprocessor = key.second;
        rows.layOut(order, at, at + count, lane);
        at += count;
    }
    reorder(order);
}

void BlockRecords::reorder(const std::vector<std::uint32_t> &order)
{
    permute(m_span, order);
    permute(m_block, order);
    permute(m_multiprocessor, order);
    permute(m_start, order);
    permute(m_end, order);
}

} // namespace streamscope
