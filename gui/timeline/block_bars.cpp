// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/block_bars.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr std::int64_t narrowestSingle = 4; ///< pixels; a bar below it has no room for an edge
constexpr double coverageSteps = 16;

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
        while (i < m_row.past) {
            const double begin = pixelOf(m_index.start(i));
            if (begin >= static_cast<double>(m_pixels))
                break;
            const double end = pixelOf(m_index.end(i));
            if (end - begin >= 1) {
                addWide(std::llround(begin), std::llround(end), i);
                ++i;
            } else {
                const auto pixel = static_cast<std::int64_t>(std::floor(begin));
                const std::size_t past = pastOfPixel(pixel, i, guess);
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

    std::size_t firstVisible() const
    {
        const std::int64_t from = m_axis.xToTime(-1);
        const std::size_t i = m_index.firstStartingAt(m_row, m_row.first, from);
        return i > m_row.first && m_index.end(i - 1) > from ? i - 1 : i;
    }

    /// The first block after `i` that starts behind `pixel` or is not narrow.
    std::size_t pastOfPixel(std::int64_t pixel, std::size_t i, std::size_t guess) const
    {
        const std::int64_t time = m_axis.xToTime(static_cast<double>(pixel + 1));
        std::size_t past = std::max(i + 1, m_index.firstStartingAt(m_row, i, time, guess));
        // The boundary falls on a whole nanosecond only by rounding.
        while (past < m_row.past && m_axis.timeToX(m_index.start(past)) < static_cast<double>(pixel + 1))
            ++past;
        while (past > i + 1 && m_axis.timeToX(m_index.start(past - 1)) >= static_cast<double>(pixel + 1))
            --past;
        // Blocks of a row do not overlap, so only the last one of a pixel can reach beyond it.
        const bool wide = past > i + 1 && m_axis.lengthToPixels(m_index.busy(past - 1, past)) >= 1;
        return wide ? past - 1 : past;
    }

    void addNarrow(std::int64_t pixel, std::size_t first, std::size_t past)
    {
        if (pixel < 0 || pixel >= m_pixels)
            return;
        const std::size_t shown = m_index.oneKernel(first, past) ? first : m_index.longest(first, past);
        const double covered = std::min(1.0, m_axis.lengthToPixels(m_index.busy(first, past)));
        BlockBar bar{pixel, pixel + 1, first, past, m_index.records().spans()[shown], stepped(covered), false};
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

    static double stepped(double coverage) { return std::ceil(coverage * coverageSteps) / coverageSteps; }

    /// Neighbours that look alike become one.
    void append(const BlockBar &bar)
    {
        if (!m_bars.empty()) {
            BlockBar &last = m_bars.back();
            if (last.right == bar.left && last.kernel == bar.kernel && !last.single && !bar.single
                && last.coverage == bar.coverage) {
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
};

} // namespace

std::vector<BlockBar> blockBars(const BlockIndex &index, const BlockRow &row, const TimeAxis &axis, std::int64_t pixels)
{
    return RowWalker(index, row, axis, pixels).walk();
}

} // namespace streamscope
