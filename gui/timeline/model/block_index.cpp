// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/block_index.h"

#include "gui/background/shared_work.h"

#include <algorithm>

namespace streamscope {

BlockIndex::BlockIndex(const BlockRecords &records) : m_records(&records)
{
    for (const BlockLane &lane : records.lanes())
        for (const BlockRow &row : lane.rows)
            m_rows.push_back({row, {}});
    const auto index = [&](std::size_t i) {
        const BlockRow &row = m_rows[i].blocks;
        m_rows[i].forest = IntervalPyramid(BlockIntervals{records, row.first}, row.past - row.first, false);
    };
    shareLargeWork(records.size(), m_rows.size(), index);
}

const BlockIndex::Row &BlockIndex::rowAt(std::size_t block) const
{
    const auto past = std::upper_bound(m_rows.begin(), m_rows.end(), block,
                                       [](std::size_t index, const Row &row) { return index < row.blocks.first; });
    return *(past - 1);
}

std::size_t BlockIndex::firstStartingAt(const BlockRow &row, std::size_t from, std::int64_t time) const
{
    const auto &starts = m_records->starts();
    const auto first = starts.begin() + static_cast<std::ptrdiff_t>(from);
    const auto past = starts.begin() + static_cast<std::ptrdiff_t>(std::max(from, row.past));
    return static_cast<std::size_t>(std::lower_bound(first, past, time) - starts.begin());
}

std::size_t BlockIndex::longest(std::size_t first, std::size_t past) const
{
    const Row &row = rowAt(first);
    const std::size_t from = row.blocks.first;
    const std::size_t to = std::min(past, row.blocks.past);
    return from + row.forest.longest(BlockIntervals{*m_records, from}, first - from, to - from);
}

} // namespace streamscope
