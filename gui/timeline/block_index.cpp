// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/block_index.h"

#include <algorithm>
#include <limits>

namespace streamscope {

namespace {

constexpr std::size_t fanOut = 16;
constexpr std::size_t bitsPerWord = 64;

} // namespace

BlockIndex::BlockIndex(const BlockRecords &records)
    : m_records(&records), m_entries(records.size() + 1), m_changes(records.size() / bitsPerWord + 1)
{
    std::int64_t busyBefore = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        m_entries[i] = {records.starts()[i], busyBefore};
        busyBefore += records.ends()[i] - records.starts()[i];
        if (i > 0 && records.spans()[i] != records.spans()[i - 1])
            m_changes[i / bitsPerWord] |= std::uint64_t{1} << (i % bitsPerWord);
    }
    m_entries.back() = {0, busyBefore};
    fillLongest();
    fillGroups();
}

void BlockIndex::fillGroups()
{
    static_assert(groupSize == fanOut); // the longest of a group is known already
    const std::size_t count = m_records->size();
    m_groups.reserve(count / groupSize + 1);
    for (std::size_t first = 0; first < count; first += groupSize) {
        Group group{m_entries[first].start, 0, m_entries[first].busyBefore, 0, 0};
        if (first + groupSize <= count) {
            const std::size_t best =
                m_longest.empty() ? longest(first, first + groupSize) : m_longest.front()[first / groupSize];
            group.lastStart = m_entries[first + groupSize - 1].start;
            group.kernel = m_records->spans()[best];
            group.longestNs = static_cast<std::uint32_t>(
                std::min<std::int64_t>(busy(best, best + 1), std::numeric_limits<std::uint32_t>::max()));
        }
        m_groups.push_back(group);
    }
}

void BlockIndex::fillLongest()
{
    for (std::size_t below = m_records->size(); below > fanOut;) {
        const std::vector<std::uint32_t> *lower = m_longest.empty() ? nullptr : &m_longest.back();
        std::vector<std::uint32_t> level((below + fanOut - 1) / fanOut);
        for (std::size_t i = 0; i < level.size(); ++i) {
            std::size_t best = lower ? (*lower)[i * fanOut] : i * fanOut;
            for (std::size_t k = i * fanOut + 1; k < std::min(below, (i + 1) * fanOut); ++k)
                best = longer(best, lower ? (*lower)[k] : k);
            level[i] = static_cast<std::uint32_t>(best);
        }
        below = level.size();
        m_longest.push_back(std::move(level));
    }
}

std::size_t BlockIndex::longer(std::size_t a, std::size_t b) const
{
    return busy(b, b + 1) > busy(a, a + 1) ? b : a;
}

std::size_t BlockIndex::firstStartingAt(const BlockRow &row, std::size_t from, std::int64_t time,
                                        std::size_t guess) const
{
    if (from >= row.past)
        return row.past;
    // Everything before `low` starts earlier, everything from `high` on does not.
    std::size_t low = from, high = row.past;
    std::size_t step = std::max<std::size_t>(1, guess / 8);
    const std::size_t probe = std::min(from + guess, row.past - 1);
    if (start(probe) >= time) {
        for (high = probe; high > low; step *= 2) {
            const std::size_t next = high - low > step ? high - step : low;
            if (start(next) < time) {
                low = next + 1;
                break;
            }
            high = next;
        }
    } else {
        for (low = probe + 1; low < high; step *= 2) {
            const std::size_t next = std::min(low + step, high) - 1;
            if (start(next) >= time) {
                high = next;
                break;
            }
            low = next + 1;
        }
    }
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (start(middle) < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool BlockIndex::oneKernel(std::size_t first, std::size_t past) const
{
    const std::size_t from = first + 1; // a change at `first` is one against the block before
    if (from >= past)
        return true;
    const std::size_t firstWord = from / bitsPerWord, lastWord = (past - 1) / bitsPerWord;
    for (std::size_t word = firstWord; word <= lastWord; ++word) {
        std::uint64_t bits = m_changes[word];
        if (word == firstWord)
            bits &= ~std::uint64_t{0} << (from % bitsPerWord);
        if (word == lastWord)
            bits &= ~std::uint64_t{0} >> (bitsPerWord - 1 - (past - 1) % bitsPerWord);
        if (bits != 0)
            return false;
    }
    return true;
}

std::size_t BlockIndex::longest(std::size_t first, std::size_t past) const
{
    std::size_t best = first;
    const auto take = [&](std::size_t level, std::size_t i) {
        const std::size_t candidate = level == 0 ? i : m_longest[level - 1][i];
        const std::int64_t length = busy(candidate, candidate + 1), known = busy(best, best + 1);
        if (length > known || (length == known && candidate < best))
            best = candidate;
    };
    std::size_t level = 0;
    while (past - first > 2 * fanOut && level < m_longest.size()) {
        for (; first % fanOut != 0; ++first)
            take(level, first);
        for (; past % fanOut != 0; --past)
            take(level, past - 1);
        first /= fanOut;
        past /= fanOut;
        ++level;
    }
    for (; first < past; ++first)
        take(level, first);
    return best;
}

} // namespace streamscope
