// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/block_records.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// Answers questions about stretches of a row of blocks without looking at each of them, so that a picture costs by
/// its pixels and not by its blocks. Made once per run, about 20 bytes per block. The records outlive it.
class BlockIndex
{
public:
    explicit BlockIndex(const BlockRecords &records);

    const BlockRecords &records() const { return *m_records; }
    std::int64_t start(std::size_t index) const { return m_entries[index].start; }
    std::int64_t end(std::size_t index) const { return m_entries[index].start + busy(index, index + 1); }

    /// Neighbouring blocks in one: block groupSize·i and those behind it. What a pixel with many blocks needs, without
    /// a look at each.
    struct Group
    {
        std::int64_t start;      ///< of its first block
        std::int64_t lastStart;  ///< of its last block
        std::int64_t busyBefore; ///< sum of all durations before it
        std::uint32_t kernel;    ///< of its longest block
        std::uint32_t longestNs; ///< of that block, at most 2^32 − 1
    };
    static constexpr std::size_t groupSize = 16;
    /// One for each whole group of the records, and a last one with only `start` and `busyBefore`, where there is a
    /// block for it.
    const std::vector<Group> &groups() const { return m_groups; }

    /// The first block of `row` at or after `from` that starts at `time` or later; row.past when there is none. Fast
    /// when it is not far behind `from`, and faster still when it is about `guess` further on.
    std::size_t firstStartingAt(const BlockRow &row, std::size_t from, std::int64_t time, std::size_t guess = 1) const;
    /// The sum of the durations of the blocks [first, past).
    std::int64_t busy(std::size_t first, std::size_t past) const
    {
        return m_entries[past].busyBefore - m_entries[first].busyBefore;
    }
    /// True when the blocks [first, past), at least one, all belong to one kernel.
    bool oneKernel(std::size_t first, std::size_t past) const;
    /// The longest of the blocks [first, past), at least one; the first of several.
    std::size_t longest(std::size_t first, std::size_t past) const;

private:
    /// Start and sum of all durations before: the end and every sum follow from two neighbours, in one cache line.
    struct Entry
    {
        std::int64_t start;
        std::int64_t busyBefore;
    };
    void fillLongest();
    void fillGroups();
    std::size_t longer(std::size_t a, std::size_t b) const;

    const BlockRecords *m_records;
    std::vector<Entry> m_entries; ///< one more than there are records
    /// Bit i of the whole: block i belongs to another kernel than block i − 1.
    std::vector<std::uint64_t> m_changes;
    /// Level k: the longest of each fanOut^(k+1) blocks.
    std::vector<std::vector<std::uint32_t>> m_longest;
    std::vector<Group> m_groups;
};

} // namespace streamscope
