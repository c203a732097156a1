// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_pyramid.h"
#include "gui/timeline/scene/leaf_scan.h"
#include "gui/timeline/scene/pixel_grid.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace streamscope {

/// Walks over the visible part of a row, in the largest groups that fit into a pixel, so that the cost depends on the
/// pixels and not on the intervals. Calls, from left to right,
/// - sink.wide(left, right, i, tag) for each interval of a pixel or more: the pixels that it covers, rounded, not cut;
/// - sink.narrow(cell) for each pixel in which shorter ones start.
///
/// Every visible interval is counted once; for a group on the border of two pixels, the share of each pixel is
/// estimated.
template <typename Source, typename Sink>
class RowWalk
{
public:
    RowWalk(const IntervalPyramid &forest, const Source &source, const PixelGrid &grid, Sink &sink)
        : m_forest(forest), m_source(source), m_grid(grid), m_sink(sink), m_mixes(forest.classes().isMixed()),
          m_scale(forest.classes(), grid.pixelsPerNs())
    {}

    void walk()
    {
        std::size_t i = firstVisible();
        while (i < m_forest.size()) {
            const std::size_t past = i % IntervalPyramid::leafSize == 0 ? walkGroup(i) : walkSingles(i);
            if (past == i)
                break; // beyond the right edge
            i = past;
        }
        flush();
    }

private:
    std::size_t firstVisible() const
    {
        const std::int64_t from = m_grid.axis().xToTime(-1);
        const std::size_t i = m_forest.firstStartingAt(m_source, from);
        return i > 0 && m_source.end(i - 1) > from ? i - 1 : i;
    }

    /// All its intervals are narrow and start within one pixel's length.
    bool isDense(std::size_t level, std::size_t index) const
    {
        const IntervalPyramid::Group &group = m_forest.group(level, index);
        return group.reach <= m_grid.narrowNs() && group.longestNs <= m_grid.narrowNs()
               && group.reach != IntervalPyramid::far && group.longestNs != IntervalPyramid::far
               && (index + 1) * IntervalPyramid::groupSize(level) <= m_forest.size();
    }

    /// The highest level at which a group that is dense begins with that leaf; −1 where the leaf is not dense itself.
    /// Parts of a dense group are dense, so the search begins at the level of the last search, and lower levels are not
    /// read.
    int denseLevel(std::size_t leaf)
    {
        const auto isDenseAt = [this, leaf](int level) {
            const std::size_t leaves = std::size_t{1} << (2 * level);
            return static_cast<std::size_t>(level) < m_forest.levels() && leaf % leaves == 0
                   && isDense(static_cast<std::size_t>(level), leaf / leaves);
        };
        int level = m_level;
        while (level >= 0 && !isDenseAt(level))
            --level;
        if (level == m_level) {
            while (isDenseAt(level + 1))
                ++level;
        }
        m_level = std::max(level, 0);
        return level;
    }

    /// Walks from `i`, the begin of a group. @returns where to continue; `i` at the end of the visible part.
    std::size_t walkGroup(std::size_t i)
    {
        const int dense = denseLevel(i / IntervalPyramid::leafSize);
        if (dense < 0)
            return walkSingles(i);
        const auto level = static_cast<std::size_t>(dense);
        const std::size_t index = i / IntervalPyramid::groupSize(level);
        if (const std::size_t past = walkGroups(level, index); past != index)
            return past * IntervalPyramid::groupSize(level);
        const IntervalPyramid::Group &group = m_forest.group(level, index);
        if (m_cell.count == 0 || group.start > m_cellUntil) {
            const double x = m_grid.x(group.start);
            if (PixelGrid::pixelAt(x) >= m_grid.pixels())
                return i;
            openCell(group.start, x, i);
        }
        const std::int64_t last = group.start + group.reach;
        if (last > m_cellUntil && m_grid.pixelOf(last) != m_cell.pixel) {
            shareOut(level, index, group);
        } else {
            addGroup(IntervalPyramid::groupSize(level), static_cast<double>(m_forest.busy(level, index)), group,
                     i + IntervalPyramid::groupSize(level));
        }
        return i + IntervalPyramid::groupSize(level);
    }

    /// Walks dense visible groups of a level from `index` on, pixel by pixel. All groups of a pixel but the last lie
    /// completely in it, so most groups cost one comparison. @returns the first remaining group, for which another
    /// level may be better.
    std::size_t walkGroups(std::size_t level, std::size_t index)
    {
        const IntervalPyramid::Group *groups = &m_forest.group(level, 0);
        const std::int64_t past = detail::saturatedAdd(m_grid.endNs(), -m_grid.narrowNs() - 1);
        const std::size_t size = IntervalPyramid::groupSize(level);
        const auto goesOn = [&](std::size_t i) {
            return isDense(level, i)
                   && (i % IntervalPyramid::fanOut != 0 || level + 1 == m_forest.levels()
                       || !isDense(level + 1, i / IntervalPyramid::fanOut));
        };
        if (groups[index].start < m_grid.axis().originNs)
            return index;
        while (groups[index].start < past && goesOn(index)) {
            const std::size_t first = index;
            const std::int64_t start = groups[first].start;
            openCell(start, m_grid.xInside(start), first * size);
            std::size_t longest = first;
            do {
                fetchBelow(level, index);
                if (groups[index].longestNs > groups[longest].longestNs)
                    longest = index;
                ++index;
            } while (isInCell(groups[index].start) && groups[index].start < past && goesOn(index));
            const IntervalPyramid::Group &last = groups[index - 1];
            m_cell.count += (index - 1 - first) * size;
            m_cell.busyNs += static_cast<double>(last.busyBefore - groups[first].busyBefore);
            if (m_mixes)
                addMixes(groups, first, index - 1);
            takeLongest(groups[longest]);
            if (isInCell(last.start + last.reach))
                addGroup(size, static_cast<double>(m_forest.busy(level, index - 1)), last, index * size);
            else
                shareOut(level, index - 1, last);
        }
        return index;
    }

    /// A group of that level that is no more than a comparison.
    bool isNarrow(const IntervalPyramid::Group &group) const
    {
        return group.reach <= m_grid.narrowNs() && group.longestNs <= m_grid.narrowNs();
    }

    /// Prefetches the parts of a group of `level` soon after `index`, then the intervals in them. If that group is not
    /// dense, the walk descends into it and would wait for memory at each level.
    void fetchBelow(std::size_t level, std::size_t index) const
    {
        constexpr std::size_t soon = 4, later = 8;
        if ((index + later + 1) * IntervalPyramid::groupSize(level) > m_forest.size())
            return;
        if (level == 0) {
            if (!isNarrow(m_forest.group(0, index + later)))
                fetchLeaf(index + later);
            return;
        }
        constexpr std::size_t fanOut = IntervalPyramid::fanOut;
        if (!isNarrow(m_forest.group(level, index + later))) {
            __builtin_prefetch(&m_forest.group(level - 1, (index + later) * fanOut));
            __builtin_prefetch(&m_forest.group(level - 1, (index + later) * fanOut + fanOut - 1));
        }
        if (level == 1 && !isNarrow(m_forest.group(1, index + soon))) {
            for (std::size_t leaf = (index + soon) * fanOut; leaf < (index + soon + 1) * fanOut; ++leaf)
                if (!isNarrow(m_forest.group(0, leaf)))
                    fetchLeaf(leaf);
        }
    }

    void fetchLeaf(std::size_t leaf) const
    {
        if (!m_forest.isKept())
            return;
        const IntervalPyramid::KeptLeaf kept = m_forest.keptLeaf(leaf);
        __builtin_prefetch(kept.offsets);
        __builtin_prefetch(kept.offsets + IntervalPyramid::leafSize - 1); // they need not begin with a cache line
        __builtin_prefetch(kept.lengths);
        __builtin_prefetch(kept.lengths + IntervalPyramid::leafSize - 1);
    }

    /// For an interval inside the picture: it starts in the open cell's pixel, or behind it.
    bool isInCell(std::int64_t ns)
    {
        if (ns <= m_cellUntil)
            return true;
        if (m_grid.pixelInside(ns) != m_cell.pixel)
            return false;
        m_cellUntil = ns;
        return true;
    }

    void takeLongest(const IntervalPyramid::Group &group)
    {
        if (group.longestNs > m_cell.longestNs) {
            m_cell.longestNs = group.longestNs;
            m_cell.longest = group.longest;
            m_cell.tag = m_forest.tagOf(group);
        }
    }

    /// The mixes of groups [first, past), which lie in one pixel.
    void addMixes(const IntervalPyramid::Group *groups, std::size_t first, std::size_t past)
    {
        TagMix sum;
        for (std::size_t i = first; i < past; ++i) {
            const auto busy = static_cast<std::uint64_t>(groups[i + 1].busyBefore - groups[i].busyBefore);
            sum += m_scale.of(IntervalPyramid::sharesOf(groups[i]), busy);
        }
        m_cell.mix += sum;
    }

    /// A group on the border of two pixels: assumes evenly spread intervals.
    void shareOut(std::size_t level, std::size_t index, const IntervalPyramid::Group &group)
    {
        const std::size_t count = IntervalPyramid::groupSize(level), first = index * count;
        const auto busy = static_cast<double>(m_forest.busy(level, index));
        const double share =
            (static_cast<double>(m_cell.pixel + 1) - m_grid.x(group.start)) * m_grid.axis().nsPerPixel / group.reach;
        const auto before = std::clamp<std::size_t>(
            static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(count) + 0.5), 1, count - 1);
        const double part = static_cast<double>(before) / static_cast<double>(count);
        addGroup(before, busy * part, group, first + count);
        const std::int64_t last = group.start + group.reach;
        openCell(last, m_grid.x(last), first);
        addGroup(count - before, busy * (1 - part), group, first + count);
    }

    void addGroup(std::size_t count, double busy, const IntervalPyramid::Group &group, std::size_t past)
    {
        m_cell.count += count;
        m_cell.busyNs += busy;
        m_cell.past = past;
        if (m_mixes)
            m_cell.mix += m_scale.of(IntervalPyramid::sharesOf(group), static_cast<std::uint64_t>(busy));
        takeLongest(group);
    }

    /// One by one to the end of their group.
    std::size_t walkSingles(std::size_t i)
    {
        const std::size_t index = i / IntervalPyramid::leafSize;
        const std::size_t past = std::min(m_forest.size(), (index + 1) * IntervalPyramid::leafSize);
        const IntervalPyramid::Leaf<Source> leaf(m_forest, m_source, index);
        const std::int64_t narrow = m_grid.narrowNs();
        if (i % IntervalPyramid::leafSize == 0) {
            if (const std::size_t done = walkLeaves(index); done != index)
                return done * IntervalPyramid::leafSize;
        }
        while (i < past) {
            const std::int64_t start = leaf.start(i);
            const IntervalPyramid::Single single = leaf.single(i);
            if (m_cell.count == 0 || start > m_cellUntil || single.lengthNs > narrow) {
                const double x = m_grid.x(start);
                if (x >= static_cast<double>(m_grid.pixels()))
                    return i;
                if (single.lengthNs > narrow) {
                    flush();
                    m_sink.wide(roundedX(x), roundedX(m_grid.x(start + single.lengthNs)), i, single.tag);
                    ++i;
                    continue;
                }
                openCell(start, x, i);
            }
            i = addSingles(leaf, i, past, single);
        }
        return i;
    }

    /// As walkSingles() for completely visible leaves whose kept numbers suffice.
    /// @returns the first leaf from `index` on that is none of these, or is dense
    std::size_t walkLeaves(std::size_t index)
    {
        if (m_grid.narrowNs() > LeafScan::maxNarrowNs || !m_forest.isKept())
            return index;
        NarrowCell cell = m_cell; // not the member, which the sink could reach
        for (const std::size_t start = index;;) {
            LeafScan scan;
            const std::size_t first = index;
            while (index - first < LeafScan::maxLeaves && (index == start || !isDense(0, index))
                   && scanned(index, scan))
                ++index;
            if (index == first)
                break;
            addScanned(scan, first, cell);
            const IntervalPyramid::Group &last = m_forest.group(0, index - 1);
            m_cellUntil = last.start + last.reach;
        }
        m_cell = cell;
        return index;
    }

    bool scanned(std::size_t leaf, LeafScan &scan) const
    {
        const IntervalPyramid::Group &group = m_forest.group(0, leaf);
        const auto narrow = static_cast<std::uint32_t>(m_grid.narrowNs());
        if ((leaf + 1) * IntervalPyramid::leafSize > m_forest.size() || !m_grid.isInside(group.start, group.reach)
            || !scanLeaf(m_forest.keptLeaf(leaf), static_cast<double>(group.start - m_grid.axis().originNs),
                         m_grid.pixelsPerNs(), narrow, scan))
            return false;
        if (m_mixes)
            mixLeaf(m_forest.keptLeaf(leaf), m_scale, narrow, scan);
        return true;
    }

    /// Passes the complete cells of leaves from `leaf` on to the sink. `open` is the incomplete cell, before and after.
    void addScanned(const LeafScan &scan, std::size_t leaf, NarrowCell &open)
    {
        const std::size_t base = leaf * IntervalPyramid::leafSize;
        const IntervalPyramid::KeptLeaf kept = m_forest.keptLeaf(leaf); // the others lie behind it
        const auto tagOf = [&kept](std::uint32_t place) {
            return kept.lengths[place] % (1U << IntervalPyramid::tagBits);
        };
        std::uint32_t first = 0;
        std::uint64_t busyBefore = 0;
        TagMix mixBefore;
        for (std::uint64_t ends = scan.ends; ends != 0; ends &= ends - 1) {
            const auto last = static_cast<std::uint32_t>(std::countr_zero(ends));
            if (open.count > 0 && open.pixel != scan.pixels[last]) {
                m_sink.narrow(open);
                open.count = 0;
            }
            if (scan.pixels[last] < 0) {
                const std::int64_t start =
                    m_forest.group(0, leaf + last / IntervalPyramid::leafSize).start + kept.offsets[last];
                const std::int64_t end = start + (kept.lengths[last] >> IntervalPyramid::tagBits);
                m_sink.wide(roundedX(m_grid.x(start)), roundedX(m_grid.x(end)), base + last, tagOf(last));
            } else {
                if (open.count == 0)
                    open = NarrowCell{scan.pixels[last], 0, 0, 0, -1, 0, base + first, 0, {}};
                open.past = base + last + 1;
                open.count += last + 1 - first;
                open.busyNs += static_cast<double>(scan.busy[last] - busyBefore);
                if (m_mixes)
                    open.mix += scan.mix(last, m_scale.high) - mixBefore;
                if (const std::int64_t longestNs = scan.longestNs(last); longestNs > open.longestNs) {
                    open.longestNs = longestNs;
                    open.longest = m_source.id(base + scan.longestAt(last));
                    open.tag = tagOf(scan.longestAt(last));
                }
            }
            first = last + 1;
            busyBefore = scan.busy[last];
            if (m_mixes)
                mixBefore = scan.mix(last, m_scale.high);
        }
    }

    /// Adds the interval at `i` and all following narrow ones in the same pixel. @returns the first other interval.
    std::size_t addSingles(const IntervalPyramid::Leaf<Source> &leaf, std::size_t i, std::size_t past,
                           IntervalPyramid::Single single)
    {
        // Not in members: these few lines run for every interval in sight.
        const std::int64_t until = m_cellUntil, narrow = m_grid.narrowNs();
        const std::size_t first = i;
        std::int64_t busy = 0, longest = -1;
        std::uint32_t tag = 0;
        std::size_t longestAt = i;
        do {
            busy += single.lengthNs;
            if (single.lengthNs > longest) {
                longest = single.lengthNs;
                tag = single.tag;
                longestAt = i;
            }
            if (m_mixes)
                m_cell.mix += m_scale.of(static_cast<double>(single.lengthNs), single.tag);
            if (++i == past || leaf.start(i) > until)
                break;
            single = leaf.single(i);
        } while (single.lengthNs <= narrow);
        m_cell.count += i - first;
        m_cell.busyNs += static_cast<double>(busy);
        m_cell.past = i;
        if (longest > m_cell.longestNs) {
            m_cell.longestNs = longest;
            m_cell.longest = m_source.id(longestAt);
            m_cell.tag = tag;
        }
        return i;
    }

    /// As llround() for the results of PixelGrid::x(), without a function call.
    static std::int64_t roundedX(double x)
    {
        const auto whole = static_cast<std::int64_t>(x + 4);
        return whole - 4 + (x + 4 - static_cast<double>(whole) >= 0.5 ? 1 : 0);
    }

    /// The cell in which `start`, at `x`, lies: the open one, or a new one.
    void openCell(std::int64_t start, double x, std::size_t first)
    {
        m_cellUntil = m_grid.samePixelUntil(start, x);
        const std::int64_t pixel = PixelGrid::pixelAt(x);
        if (m_cell.count > 0 && m_cell.pixel == pixel)
            return;
        flush();
        m_cell = NarrowCell{pixel, 0, 0, 0, -1, 0, first, first, {}};
    }

    void flush()
    {
        if (m_cell.count > 0)
            m_sink.narrow(m_cell);
        m_cell.count = 0;
    }

    const IntervalPyramid &m_forest;
    const Source &m_source;
    const PixelGrid &m_grid;
    Sink &m_sink;
    bool m_mixes; ///< cells say the time of each class
    MixScale m_scale;
    NarrowCell m_cell;
    std::int64_t m_cellUntil = 0; ///< intervals that start up to here are in the cell's pixel
    int m_level = 0;              ///< of the last group
};

} // namespace streamscope
