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
    double x(std::int64_t ns) const { return std::clamp(m_axis.timeToX(ns), -2.0, static_cast<double>(m_pixels) + 2); }
    std::int64_t pixelOf(std::int64_t ns) const { return static_cast<std::int64_t>(x(ns) + 2) - 2; }
    /// A time up to which everything from `ns` on is in the pixel of `ns`; not always the last one.
    std::int64_t samePixelUntil(std::int64_t ns) const
    {
        const double at = x(ns);
        const double left = (std::floor(at) + 1 - at) * m_axis.nsPerPixel * (1 - 1e-9) - 1;
        return left > 0 && at > -2 && at < m_most ? detail::saturatedAdd(ns, detail::saturatedRound(left - 0.5)) : ns;
    }
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
        const std::int64_t pixel = m_grid.pixelOf(group.start);
        if (pixel >= m_grid.pixels())
            return i;
        addGroup(level, index, pixel);
        return i + IntervalForest::groupSize(level);
    }

    void addGroup(std::size_t level, std::size_t index, std::int64_t pixel)
    {
        const IntervalForest::Group &group = m_forest.group(level, index);
        const std::size_t count = IntervalForest::groupSize(level), first = index * count;
        const auto busy = static_cast<double>(m_forest.busy(level, index));
        if (m_grid.pixelOf(group.start + group.reach) == pixel) {
            add(pixel, count, busy, group, first, first + count);
            return;
        }
        // On a border: shared out as if the intervals were evenly spread.
        const double share =
            (static_cast<double>(pixel + 1) - m_grid.x(group.start)) * m_grid.axis().nsPerPixel / group.reach;
        const auto before = std::clamp<std::size_t>(
            static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(count))), 1,
            count - 1);
        const double part = static_cast<double>(before) / static_cast<double>(count);
        add(pixel, before, busy * part, group, first, first + count);
        add(pixel + 1, count - before, busy * (1 - part), group, first, first + count);
    }

    void add(std::int64_t pixel, std::size_t count, double busy, const IntervalForest::Group &group, std::size_t first,
             std::size_t past)
    {
        openCell(pixel, first);
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
        const std::size_t leaf = i / IntervalForest::leafSize;
        const std::size_t past = std::min(m_forest.size(), (leaf + 1) * IntervalForest::leafSize);
        for (; i < past; ++i) {
            const std::int64_t start = m_forest.start(m_source, i);
            if (m_cell.count > 0 && start <= m_cellUntil) {
                const IntervalForest::Single single = m_forest.single(m_source, i);
                if (single.lengthNs <= m_grid.narrowNs()) {
                    addToCell(i, single);
                    continue;
                }
            }
            const double x = m_grid.x(start);
            if (x >= static_cast<double>(m_grid.pixels()))
                return i;
            const IntervalForest::Single single = m_forest.single(m_source, i);
            if (single.lengthNs <= m_grid.narrowNs()) {
                openCell(static_cast<std::int64_t>(x + 2) - 2, i);
                m_cellUntil = m_grid.samePixelUntil(start);
                addToCell(i, single);
            } else {
                flush();
                m_sink.wide(std::llround(x), std::llround(m_grid.x(start + single.lengthNs)), i, single.tag);
            }
        }
        return i;
    }

    void addToCell(std::size_t i, const IntervalForest::Single &single)
    {
        ++m_cell.count;
        m_cell.busyNs += static_cast<double>(single.lengthNs);
        m_cell.past = i + 1;
        if (single.lengthNs > m_cell.longestNs) {
            m_cell.longestNs = single.lengthNs;
            m_cell.longest = m_source.id(i);
            m_cell.tag = single.tag;
        }
    }

    void openCell(std::int64_t pixel, std::size_t first)
    {
        if (m_cell.count > 0 && m_cell.pixel == pixel)
            return;
        flush();
        m_cell = NarrowCell{pixel, 0, 0, 0, -1, 0, first, first};
        m_cellUntil = std::numeric_limits<std::int64_t>::min();
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
