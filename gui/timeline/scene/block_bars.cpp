// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/block_bars.h"

#include "gui/timeline/scene/row_walk.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr std::int64_t narrowestSingle = 4; ///< pixels; a bar below it has no room for an edge
constexpr double alike = 0.2;               ///< of coverage: neighbours that differ less become one bar

/// Turns what a walk meets into bars that do not overlap.
class BlockSink
{
public:
    BlockSink(const BlockRow &row, const PixelGrid &grid) : m_row(row), m_grid(grid) {}

    std::vector<BlockBar> takeBars() { return std::move(m_bars); }

    void narrow(const NarrowCell &cell)
    {
        if (cell.pixel < 0 || cell.pixel >= m_grid.pixels())
            return;
        const double coverage = std::min(1.0, m_grid.shareOfPixel(cell.busyNs));
        const BlockBar bar{cell.pixel, cell.pixel + 1, m_row.first + cell.first, m_row.first + cell.past, cell.tag,
                           coverage,   false};
        if (m_bars.empty() || m_bars.back().right <= cell.pixel)
            return append(bar);
        // A wide one ends in our pixel: it gives way, or it would hide us.
        BlockBar &last = m_bars.back();
        if (last.right - last.left > 1) {
            last.right = cell.pixel;
            last.single = last.single && last.right - last.left >= narrowestSingle;
            append(bar);
        } else {
            last.past = bar.past;
            last.coverage = std::min(1.0, last.coverage + bar.coverage);
        }
    }

    void wide(std::int64_t left, std::int64_t right, std::size_t i, std::uint32_t kernel)
    {
        const std::size_t block = m_row.first + i;
        left = std::max<std::int64_t>(left, 0);
        right = std::min(right, m_grid.pixels());
        if (!m_bars.empty() && m_bars.back().right > left && right - left > 1)
            left = m_bars.back().right; // a narrow one keeps its pixel
        if (right <= left)
            return;
        if (!m_bars.empty() && m_bars.back().right > left) {
            m_bars.back().past = block + 1;
            m_bars.back().coverage = 1;
            return;
        }
        append({left, right, block, block + 1, kernel, 1, right - left >= narrowestSingle});
    }

private:
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

    const BlockRow &m_row;
    const PixelGrid &m_grid;
    std::vector<BlockBar> m_bars;
};

} // namespace

std::vector<BlockBar> blockBars(const BlockIndex &index, const BlockRow &row, const TimeAxis &axis, std::int64_t pixels)
{
    const PixelGrid grid(axis, pixels);
    const BlockIntervals source{index.records(), row.first};
    BlockSink sink(row, grid);
    RowWalk<BlockIntervals, BlockSink>(index.forest(row), source, grid, sink).walk();
    return sink.takeBars();
}

} // namespace streamscope
