// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/block_records.h"
#include "engine/timeline/interval_pyramid.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// The blocks of a row for its IntervalPyramid: positions count from its first block, the tag is the kernel.
struct BlockIntervals
{
    const BlockRecords &records;
    std::size_t first;

    std::int64_t begin(std::size_t i) const { return records.starts()[first + i]; }
    std::int64_t end(std::size_t i) const { return records.ends()[first + i]; }
    std::uint32_t tag(std::size_t i) const { return records.spans()[first + i]; }
    std::uint32_t id(std::size_t i) const { return static_cast<std::uint32_t>(i); }
};

/// An index of rows of blocks, so that the cost of a picture depends on its pixels and not on its blocks. Made once per
/// run on all cores; about 3 bytes per block. The records must outlive it.
class BlockIndex
{
public:
    explicit BlockIndex(const BlockRecords &records);

    const BlockRecords &records() const { return *m_records; }
    std::int64_t start(std::size_t index) const { return m_records->starts()[index]; }
    std::int64_t end(std::size_t index) const { return m_records->ends()[index]; }

    /// The level of detail of one of the records' rows.
    const IntervalPyramid &forest(const BlockRow &row) const { return rowAt(row.first).forest; }

    /// The first block at or after `from` in `row`, a part of one of the records' rows, that starts at or after `time`;
    /// row.past when there is none.
    std::size_t firstStartingAt(const BlockRow &row, std::size_t from, std::int64_t time) const;
    /// The longest of the blocks [first, past) of one row, a non-empty range; the first one among equals.
    std::size_t longest(std::size_t first, std::size_t past) const;

private:
    struct Row
    {
        BlockRow blocks;
        IntervalPyramid forest;
    };
    const Row &rowAt(std::size_t block) const;

    const BlockRecords *m_records;
    std::vector<Row> m_rows; ///< in the order of the records
};

} // namespace streamscope
