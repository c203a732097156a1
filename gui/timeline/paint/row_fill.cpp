// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/paint/row_fill.h"

#include "engine/timeline/wide_loops.h"
#include "gui/timeline/scene/bar_look.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Line `y` of columns that begin at `tops`. Without a branch, so that several pixels are written at once.
STREAMSCOPE_WIDE_LOOPS
void composeLine(QRgb *__restrict line, int count, int y, const int *__restrict tops, const QRgb *__restrict colours,
                 const QRgb *__restrict under)
{
    for (int i = 0; i < count; ++i) {
        const QRgb mask = 0U - static_cast<QRgb>(tops[i] <= y);
        line[i] = (colours[i] & mask) | (under[i] & ~mask);
    }
}

/// The lowest beginning of those columns that begin above `bottom`; `top` without any. Below it all lines are alike.
STREAMSCOPE_WIDE_LOOPS
int lowestTop(const int *__restrict tops, int count, int top, int bottom)
{
    int lowest = top;
    for (int i = 0; i < count; ++i)
        lowest = std::max(lowest, tops[i] < bottom ? tops[i] : top);
    return lowest;
}

template <typename Value>
void fillStretch(std::vector<Value> &values, int left, int past, Value value)
{
    std::fill(values.begin() + left, values.begin() + past, value);
}

} // namespace

RowFill::RowFill(const PixelTarget &target) : m_target(target)
{
    const auto width = static_cast<std::size_t>(target.width());
    m_tops.resize(width);
    for (std::vector<QRgb> *colours : {&m_colours, &m_edges, &m_under, &m_underEdges})
        colours->resize(width);
}

void RowFill::begin(int top, int bottom, std::span<const QRgb> ground)
{
    m_top = top;
    m_bottom = bottom;
    std::fill(m_tops.begin(), m_tops.end(), bottom);
    std::copy(ground.begin(), ground.end(), m_under.begin());
    std::copy(ground.begin(), ground.end(), m_underEdges.begin());
    m_framedPast = m_columnsPast = m_target.left;
    m_late.clear();
}

void RowFill::addFramed(int left, int past, QRgb outline, QRgb colour)
{
    const int first = std::max(left, m_columnsPast) - m_target.left;
    const int end = std::min(past, m_target.right) - m_target.left;
    if (end <= first)
        return;
    fillStretch(m_tops, first, end, m_top);
    fillStretch(m_colours, first, end, colour | opaque);
    fillStretch(m_edges, first, end, outline | opaque);
    if (left >= m_target.left && left - m_target.left >= first)
        m_colours[static_cast<std::size_t>(left - m_target.left)] = outline | opaque;
    if (past <= m_target.right && past - left >= thinEdges)
        m_colours[static_cast<std::size_t>(end - 1)] = outline | opaque;
    m_framedPast = end + m_target.left;
}

void RowFill::paint()
{
    const int width = m_target.width();
    const int first = std::max(m_top, m_target.top), past = std::min(m_bottom, m_target.bottom);
    // One stretch at a time: its columns stay in the processor's cache for all lines.
    constexpr int stretch = 512;
    for (int x = 0; x < width; x += stretch) {
        const int count = std::min(stretch, width - x);
        const int lowest = lowestTop(m_tops.data() + x, count, m_top, m_bottom);
        for (int y = first; y < past; ++y) {
            const bool isEdge = y == m_top || y == m_bottom - 1;
            if (!isEdge && y > std::max({lowest, first, m_top + 1})) {
                std::copy_n(m_target.line(y - 1) + m_target.left + x, count, m_target.line(y) + m_target.left + x);
                continue;
            }
            composeLine(m_target.line(y) + m_target.left + x, count, y, m_tops.data() + x,
                        (isEdge ? m_edges : m_colours).data() + x, (isEdge ? m_underEdges : m_under).data() + x);
        }
    }
    for (const Column &column : m_late)
        for (int y = std::max(column.top, m_target.top); y < past; ++y)
            std::fill(m_target.line(y) + column.left, m_target.line(y) + std::max(column.left, column.past),
                      column.colour);
}

void RowFill::paintGround(int top, int bottom, std::span<const QRgb> ground)
{
    for (int y = std::max(top, m_target.top); y < std::min(bottom, m_target.bottom); ++y)
        std::copy(ground.begin(), ground.end(), m_target.line(y) + m_target.left);
}

} // namespace streamscope
