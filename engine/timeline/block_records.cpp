// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/block_records.h"

#include "engine/timeline/free_rows.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
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
    at = 0;
    for (const auto &[key, count] : counts) {
        const std::span<std::uint32_t> blocks(order.data() + at, count);
        std::sort(blocks.begin(), blocks.end(), inTime);
        BlockLane &lane = m_lanes.emplace_back();
        lane.device = key.first;
        lane.multiprocessor = key.second;
        RowLayout layout;
        std::int64_t busyTo = std::numeric_limits<std::int64_t>::min();
        for (const std::uint32_t block : blocks) {
            layout.add(m_start[block], m_end[block]);
            lane.busyNs += std::max<std::int64_t>(0, m_end[block] - std::max(m_start[block], busyTo));
            busyTo = std::max(busyTo, m_end[block]);
        }
        layout.sortByRow(blocks.data());
        for (const std::size_t inRow : layout.counts()) {
            lane.rows.push_back({at, at + inRow});
            at += inRow;
        }
    }
    permute(m_span, order);
    permute(m_block, order);
    permute(m_multiprocessor, order);
    permute(m_start, order);
    permute(m_end, order);
}

} // namespace streamscope
