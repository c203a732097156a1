// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_forest.h"
#include "gui/timeline/time_axis.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace streamscope {

/// What starts in one device pixel and is shorter than one.
struct NarrowCell
{
    std::int64_t pixel = 0;
    std::uint64_t count = 0;
    double busyNs = 0;         ///< sum of their durations
    std::uint32_t longest = 0; ///< id of the longest
    std::int64_t longestNs = -1;
    std::uint32_t tag = 0;           ///< of the longest
    std::size_t first = 0, past = 0; ///< positions; a few of the neighbouring pixels may be among them
};

/// Device pixels and times of one row: the same for all that draw or check it.
class PixelGrid
{
public:
    /// @param axis of device pixels, x = 0 at the left edge of the plot
    PixelGrid(const TimeAxis &axis, std::int64_t pixels)
        : m_axis(axis), m_pixels(pixels), m_narrowNs(static_cast<std::int64_t>(std::ceil(axis.nsPerPixel)) - 1),
          m_most(static_cast<double>(pixels) + 2), m_pixelsPerNs(1 / axis.nsPerPixel)
    {}

    std::int64_t pixels() const { return m_pixels; }
    /// The longest duration that is narrower than a pixel.
    std::int64_t narrowNs() const { return m_narrowNs; }
    /// Cut to where it still fits an integer and is far enough outside.
    double x(std::int64_t ns) const
    {
        const auto length = static_cast<double>(detail::saturatedDifference(ns, m_axis.originNs));
        return std::clamp(length * m_pixelsPerNs, -2.0, m_most);
    }
    std::int64_t pixelOf(std::int64_t ns) const { return pixelAt(x(ns)); }
    static std::int64_t pixelAt(double x) { return static_cast<std::int64_t>(x + 2) - 2; }
    /// A time up to which everything from `ns` on is in the pixel of `ns`, which is at `x`; not always the last one.
    std::int64_t samePixelUntil(std::int64_t ns, double x) const
    {
        const double left = (static_cast<double>(pixelAt(x)) + 1 - x) * m_axis.nsPerPixel * (1 - 1e-9) - 1;
        return left > 0 && x > -2 && x < m_most ? detail::saturatedAdd(ns, static_cast<std::int64_t>(left)) : ns;
    }
    /// How much of a pixel's time `ns` are.
    double shareOfPixel(double ns) const { return ns * m_pixelsPerNs; }
    const TimeAxis &axis() const { return m_axis; }

private:
    TimeAxis m_axis;
    std::int64_t m_pixels, m_narrowNs;
    double m_most, m_pixelsPerNs;
};

/// Walks over the part of a row that the grid shows, in groups as large as fit a pixel, so that it costs by the pixels
/// and not by the intervals. Calls, from left to right,
/// - sink.wide(left, right, i, tag) for each interval of a pixel or more: the pixels that it covers, rounded, not cut;
/// - sink.narrow(cell) for each pixel in which shorter ones start.
/// Every interval in sight is counted once; of groups on the border of two pixels the share of each is estimated.
template <typename Source, typename Sink>
class RowWalk
{
public:
    RowWalk(const IntervalForest &forest, const Source &source, const PixelGrid &grid, Sink &sink)
        : m_forest(forest), m_source(source), m_grid(grid), m_sink(sink)
    {}

    void walk()
    {
        std::size_t i = firstVisible();
        while (i < m_forest.size()) {
            const std::size_t past = i % IntervalForest::leafSize == 0 ? walkGroup(i) : walkSingles(i);
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
        const IntervalForest::Group &group = m_forest.group(level, index);
        return group.reach <= m_grid.narrowNs() && group.longestNs <= m_grid.narrowNs()
               && group.reach != IntervalForest::far && group.longestNs != IntervalForest::far
               && (index + 1) * IntervalForest::groupSize(level) <= m_forest.size();
    }

    /// From `i`, where a group begins. @returns where to go on; `i` at the end of what is in sight.
    std::size_t walkGroup(std::size_t i)
    {
        std::size_t level = 0, index = i / IntervalForest::leafSize;
        if (!isDense(level, index))
            return walkSingles(i);
        while (level + 1 < m_forest.levels() && index % IntervalForest::fanOut == 0
               && isDense(level + 1, index / IntervalForest::fanOut)) {
            ++level;
            index /= IntervalForest::fanOut;
        }
        const IntervalForest::Group &group = m_forest.group(level, index);
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
            addGroup(IntervalForest::groupSize(level), static_cast<double>(m_forest.busy(level, index)), group,
                     i + IntervalForest::groupSize(level));
        }
        return i + IntervalForest::groupSize(level);
    }

    /// A group on the border of two pixels: as if its intervals were evenly spread.
    void shareOut(std::size_t level, std::size_t index, const IntervalForest::Group &group)
    {
        const std::size_t count = IntervalForest::groupSize(level), first = index * count;
        const auto busy = static_cast<double>(m_forest.busy(level, index));
        const double share =
            (static_cast<double>(m_cell.pixel + 1) - m_grid.x(group.start)) * m_grid.axis().nsPerPixel / group.reach;
        const auto before = std::clamp<std::size_t>(
            static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(count))), 1,
            count - 1);
        const double part = static_cast<double>(before) / static_cast<double>(count);
        addGroup(before, busy * part, group, first + count);
        const std::int64_t last = group.start + group.reach;
        openCell(last, m_grid.x(last), first);
        addGroup(count - before, busy * (1 - part), group, first + count);
    }

    void addGroup(std::size_t count, double busy, const IntervalForest::Group &group, std::size_t past)
    {
        m_cell.count += count;
        m_cell.busyNs += busy;
        m_cell.past = past;
        if (group.longestNs > m_cell.longestNs) {
            m_cell.longestNs = group.longestNs;
            m_cell.longest = group.longest;
            m_cell.tag = group.tag;
        }
    }

    /// One by one to the end of their group.
    std::size_t walkSingles(std::size_t i)
    {
        const std::size_t index = i / IntervalForest::leafSize;
        const std::size_t past = std::min(m_forest.size(), (index + 1) * IntervalForest::leafSize);
        const IntervalForest::Leaf<Source> leaf(m_forest, m_source, index);
        const std::int64_t narrow = m_grid.narrowNs();
        if (const std::uint32_t longest = m_forest.group(0, index).longestNs;
            leaf.isKept() && longest <= narrow && longest != IntervalForest::far)
            return walkNarrow(leaf, i, past);
        while (i < past) {
            const std::int64_t start = leaf.start(i);
            const IntervalForest::Single single = leaf.single(i);
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

    /// As walkSingles() for a group of which none is as wide as a pixel: pixel by pixel.
    std::size_t walkNarrow(const IntervalForest::Leaf<Source> &leaf, std::size_t i, std::size_t past)
    {
        while (i < past) {
            const std::int64_t start = leaf.start(i);
            if (m_cell.count == 0 || start > m_cellUntil) {
                const double x = m_grid.x(start);
                if (x >= static_cast<double>(m_grid.pixels()))
                    return i;
                openCell(start, x, i);
            }
            const auto run = leaf.run(i, m_cellUntil);
            if (run.longestNs == IntervalForest::far) {
                i = addSingles(leaf, i, past, leaf.single(i));
                continue;
            }
            m_cell.count += run.past - i;
            m_cell.busyNs += run.busyNs;
            m_cell.past = run.past;
            if (run.longestNs > m_cell.longestNs) {
                m_cell.longestNs = run.longestNs;
                m_cell.longest = m_source.id(run.longest);
                m_cell.tag = run.tag;
            }
            i = run.past;
        }
        return i;
    }

    /// The one at `i` and those behind it that start in the same pixel and are narrow. @returns the first other one.
    std::size_t addSingles(const IntervalForest::Leaf<Source> &leaf, std::size_t i, std::size_t past,
                           IntervalForest::Single single)
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

    /// As llround() for what PixelGrid::x() gives, without a call.
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
        m_cell = NarrowCell{pixel, 0, 0, 0, -1, 0, first, first};
    }

    void flush()
    {
        if (m_cell.count > 0)
            m_sink.narrow(m_cell);
        m_cell.count = 0;
    }

    const IntervalForest &m_forest;
    const Source &m_source;
    const PixelGrid &m_grid;
    Sink &m_sink;
    NarrowCell m_cell;
    std::int64_t m_cellUntil = 0; ///< what starts until then is in the cell's pixel
};

} // namespace streamscope
