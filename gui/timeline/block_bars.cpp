// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/block_bars.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr std::int64_t narrowestSingle = 4; ///< pixels; a bar below it has no room for an edge
constexpr double alike = 0.2;               ///< of coverage: neighbours that differ less become one bar
constexpr double shortGroup = 0.5;          ///< pixels; longer groups are looked at block by block

class RowWalker
{
public:
    RowWalker(const BlockIndex &index, const BlockRow &row, const TimeAxis &axis, std::int64_t pixels)
        : m_index(index), m_row(row), m_axis(axis), m_pixels(pixels)
    {}

    std::vector<BlockBar> walk()
    {
        std::size_t i = firstVisible();
        std::size_t guess = 1;
        while (i < m_row.past && !m_beyond) {
            if (i % BlockIndex::groupSize == 0 && isDense(i / BlockIndex::groupSize)) {
                i = walkGroups(i / BlockIndex::groupSize);
                continue;
            }
            const double begin = pixelOf(m_index.start(i));
            if (begin >= static_cast<double>(m_pixels))
                break;
            const double end = pixelOf(m_index.end(i));
            if (end - begin >= 1) {
                addWide(std::llround(begin), std::llround(end), i);
                ++i;
            } else {
                const auto pixel = static_cast<std::int64_t>(std::floor(begin));
                std::size_t past = pastOfPixel(pixel, i, guess);
                const std::size_t group = (i + BlockIndex::groupSize - 1) / BlockIndex::groupSize;
                if (past > group * BlockIndex::groupSize && isDense(group)) // from there on it goes faster
                    past = std::max(i + 1, group * BlockIndex::groupSize);
                addNarrow(pixel, i, past);
                guess = past - i;
                i = past;
            }
        }
        return std::move(m_bars);
    }

private:
    /// Cut to where it still fits an integer and is far enough outside.
    double pixelOf(std::int64_t ns) const
    {
        return std::clamp(m_axis.timeToX(ns), -2.0, static_cast<double>(m_pixels) + 2);
    }

    /// The first whole nanosecond that lies in `pixel`, or behind it where that is narrower.
    std::int64_t timeOf(std::int64_t pixel) const
    {
        const auto x = static_cast<double>(pixel);
        const std::int64_t time = m_axis.xToTime(x);
        if (m_axis.timeToX(time) < x)
            return time + 1;
        return m_axis.timeToX(time - 1) >= x ? time - 1 : time;
    }

    std::size_t firstVisible() const
    {
        const std::int64_t from = m_axis.xToTime(-1);
        const std::size_t i = m_index.firstStartingAt(m_row, m_row.first, from);
        return i > m_row.first && m_index.end(i - 1) > from ? i - 1 : i;
    }

    /// The first block after `i` that starts behind `pixel` or is not narrow.
    std::size_t pastOfPixel(std::int64_t pixel, std::size_t i, std::size_t guess) const
    {
        const std::size_t past = std::max(i + 1, m_index.firstStartingAt(m_row, i, timeOf(pixel + 1), guess));
        // Blocks of a row do not overlap, so only the last one of a pixel can reach beyond it.
        const bool wide = past > i + 1 && m_axis.lengthToPixels(m_index.busy(past - 1, past)) >= 1;
        return wide ? past - 1 : past;
    }

    /// Group `g` and the start of the next lie in the row, and it is short.
    bool isDense(std::size_t g) const
    {
        if ((g + 1) * BlockIndex::groupSize >= m_row.past)
            return false;
        return m_axis.lengthToPixels(m_index.groups()[g + 1].start - m_index.groups()[g].start) <= shortGroup;
    }

    /// Busy time before `ns`, which lies in group `g`: as if its blocks were evenly spread.
    double busyUntil(std::size_t g, std::int64_t ns) const
    {
        const BlockIndex::Group &group = m_index.groups()[g], &next = m_index.groups()[g + 1];
        const auto length = static_cast<double>(next.start - group.start);
        const double share = length > 0 ? std::clamp(static_cast<double>(ns - group.start) / length, 0.0, 1.0) : 1.0;
        return static_cast<double>(group.busyBefore) + share * static_cast<double>(next.busyBefore - group.busyBefore);
    }

    /// The same pixels as block by block, from group `g` on as long as groups are short. @returns the next block.
    std::size_t walkGroups(std::size_t g)
    {
        const auto &groups = m_index.groups();
        std::int64_t from = groups[g].start; // the blocks before it are done
        while (isDense(g)) {
            const double x = pixelOf(from);
            if (x >= static_cast<double>(m_pixels)) {
                m_beyond = true;
                break;
            }
            const auto pixel = static_cast<std::int64_t>(std::floor(x));
            const std::int64_t until = timeOf(pixel + 1);
            const double busyFrom = busyUntil(g, from);
            const std::size_t first = g;
            std::size_t longest = g;
            while (groups[g + 1].start < until && isDense(g + 1)) {
                ++g;
                longest = groups[g].longestNs > groups[longest].longestNs ? g : longest;
            }
            const double busy = busyUntil(g, std::min(until, groups[g + 1].start)) - busyFrom;
            addPixel(pixel, first * BlockIndex::groupSize, (g + 1) * BlockIndex::groupSize, groups[longest].kernel,
                     busy / m_axis.nsPerPixel);
            if (groups[g].lastStart >= until) {
                from = until; // some of its blocks belong to the next pixel: it is too short to reach further
            } else {
                ++g;
                from = groups[g].start;
            }
        }
        const BlockRow row{g * BlockIndex::groupSize, m_row.past};
        return m_index.firstStartingAt(row, row.first, from);
    }

    void addNarrow(std::int64_t pixel, std::size_t first, std::size_t past)
    {
        const std::size_t shown = m_index.oneKernel(first, past) ? first : m_index.longest(first, past);
        addPixel(pixel, first, past, m_index.records().spans()[shown],
                 m_axis.lengthToPixels(m_index.busy(first, past)));
    }

    void addPixel(std::int64_t pixel, std::size_t first, std::size_t past, std::uint32_t kernel, double coverage)
    {
        if (pixel < 0 || pixel >= m_pixels)
            return;
        const BlockBar bar{pixel, pixel + 1, first, past, kernel, std::min(1.0, coverage), false};
        if (m_bars.empty() || m_bars.back().right <= pixel)
            return append(bar);
        // A wide one ends in our pixel: it gives way, or it would hide us.
        BlockBar &last = m_bars.back();
        if (last.right - last.left > 1) {
            last.right = pixel;
            last.single = last.single && last.right - last.left >= narrowestSingle;
            append(bar);
        } else {
            last.past = past;
            last.coverage = std::min(1.0, last.coverage + bar.coverage);
        }
    }

    void addWide(std::int64_t left, std::int64_t right, std::size_t block)
    {
        left = std::max<std::int64_t>(left, 0);
        right = std::min(right, m_pixels);
        if (!m_bars.empty() && m_bars.back().right > left && right - left > 1)
            left = m_bars.back().right; // a narrow one keeps its pixel
        if (right <= left)
            return;
        if (!m_bars.empty() && m_bars.back().right > left) {
            m_bars.back().past = block + 1;
            m_bars.back().coverage = 1;
            return;
        }
        append({left, right, block, block + 1, m_index.records().spans()[block], 1, right - left >= narrowestSingle});
    }

    /// Neighbours that look nearly alike become one, with the coverage of both together.
    void append(const BlockBar &bar)
    {
        if (!m_bars.empty()) {
            BlockBar &last = m_bars.back();
            if (last.right == bar.left && last.kernel == bar.kernel && !last.single && !bar.single
                && std::abs(last.coverage - bar.coverage) < alike) {
                const auto old = static_cast<double>(last.right - last.left);
                const auto added = static_cast<double>(bar.right - bar.left);
                last.coverage = (last.coverage * old + bar.coverage * added) / (old + added);
                last.right = bar.right;
                last.past = bar.past;
                return;
            }
        }
        m_bars.push_back(bar);
    }

    const BlockIndex &m_index;
    const BlockRow &m_row;
    const TimeAxis &m_axis;
    std::int64_t m_pixels;
    std::vector<BlockBar> m_bars;
    bool m_beyond = false; ///< the right edge of the plot is reached
};

} // namespace

std::vector<BlockBar> blockBars(const BlockIndex &index, const BlockRow &row, const TimeAxis &axis, std::int64_t pixels)
{
    return RowWalker(index, row, axis, pixels).walk();
}

} // namespace streamscope
