// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// The number of a block whose place in its kernel's grid is unknown.
inline constexpr std::uint32_t unknownBlock = ~0U;

/// Where and when one block of a kernel ran. Times are int64 nanoseconds from the start of the run.
struct BlockRecord
{
    std::uint32_t span = 0; ///< the kernel: index into the Timeline
    std::uint32_t block = unknownBlock;
    std::uint16_t multiprocessor = 0; ///< its number on the device of the kernel's stream
    std::int64_t start = 0;
    std::int64_t end = 0; ///< ≥ start

    bool operator==(const BlockRecord &) const = default;
};

/// A range of the records: blocks that do not overlap, in order of start.
struct BlockRow
{
    std::size_t first = 0;
    std::size_t past = 0;
};

/// The blocks of one SM. Blocks that ran at the same time lie in different rows, each in the first free row.
struct BlockLane
{
    int device = 0;
    std::uint16_t multiprocessor = 0;
    std::vector<BlockRow> rows; ///< at least one, none of them empty
    std::int64_t busyNs = 0;    ///< length of the union of its blocks

    std::size_t blocks() const { return rows.empty() ? 0 : rows.back().past - rows.front().first; }
};

/// Blocks as they ran, as a structure of arrays: ten million are normal. Records come in any order; arrange() sorts
/// them by device, SM, row and start, which is what lanes and searches need.
class BlockRecords
{
public:
    void reserve(std::size_t records);
    void append(const BlockRecord &record);

    /// Maps every time to another axis. Call it before arrange(); `map` must keep the order of times.
    template <typename Map>
    void mapTimes(Map map)
    {
        for (std::vector<std::int64_t> *times : {&m_start, &m_end})
            for (std::int64_t &time : *times)
                time = map(time);
    }

    std::size_t size() const { return m_start.size(); }
    bool empty() const { return m_start.empty(); }
    BlockRecord record(std::size_t index) const;

    /// Columns, each of size() entries.
    const std::vector<std::uint32_t> &spans() const { return m_span; }
    const std::vector<std::uint32_t> &blocks() const { return m_block; }
    const std::vector<std::int64_t> &starts() const { return m_start; }
    const std::vector<std::int64_t> &ends() const { return m_end; }

    /// Sorts the records into lanes, by device and SM. `deviceOfSpan` is indexed by BlockRecord::span.
    void arrange(const std::vector<int> &deviceOfSpan);
    /// One lane per SM that ran a block, in order; empty before arrange().
    const std::vector<BlockLane> &lanes() const { return m_lanes; }

private:
    std::vector<std::uint32_t> m_span, m_block;
    std::vector<std::uint16_t> m_multiprocessor;
    std::vector<std::int64_t> m_start, m_end;
    std::vector<BlockLane> m_lanes;
};

} // namespace streamscope
