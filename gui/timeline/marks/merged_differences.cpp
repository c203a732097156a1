// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/merged_differences.h"

#include "gui/timeline/scene/row_walk.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

/// The first position in [from, past) for which `isBehind` holds; it must hold for all later ones. Fast for positions
/// near `from`.
template <typename Predicate>
std::size_t gallop(std::size_t from, std::size_t past, Predicate isBehind)
{
    std::size_t low = from, stride = 1;
    while (low < past && !isBehind(low)) {
        from = low + 1;
        low += stride;
        stride *= 2;
    }
    std::size_t high = std::min(low, past);
    while (from < high) {
        const std::size_t middle = from + (high - from) / 2;
        if (isBehind(middle))
            high = middle;
        else
            from = middle + 1;
    }
    return from;
}

} // namespace

MergedDifferences::MergedDifferences(const TimelineContent &content, const TimelineScene &scene)
    : m_content(content), m_scene(scene), m_grid({scene.axis.originNs, scene.axis.nsPerPixel / scene.devicePixelRatio},
                                                 std::llround(scene.plotRect.width() * scene.devicePixelRatio))
{}

void MergedDifferences::enterRow(const SceneBar &bar, const Lane &lane)
{
    if (bar.lane != m_lane || bar.rect.top() != m_top) {
        const auto position = positionOn(lane, m_content.timeline(), bar.span);
        m_row = position ? &lane.rows[position->row] : nullptr;
        m_lane = bar.lane;
        m_top = bar.rect.top();
        m_cursor = 0;
    } else if (bar.rect.left() < m_cursorX) {
        m_cursor = 0;
    }
    m_cursorX = bar.rect.left();
}

DifferenceSum MergedDifferences::of(const SceneBar &bar)
{
    const OperationLane &content = *m_scene.operationsOf(bar);
    if (bar.waiting || content.isOnHost())
        return {};
    const ComparedRuns &compared = *m_content.compared();
    if (bar.count == 1) // its neighbours in the pixel, if any, have bars of their own
        return differenceOf(compared, bar.span);
    enterRow(bar, content.lane);
    if (!m_row)
        return {};
    const std::int64_t pixel = std::llround((bar.rect.left() - m_scene.plotRect.left()) * m_scene.devicePixelRatio);
    const IntervalPyramid &forest = m_row->executing;
    const ExecutingIntervals intervals{m_content.timeline(), content.lane.kind,
                                       content.lane.spans.data() + m_row->first};
    const auto startsBehind = [&](std::int64_t past) { // the pyramid keeps the starts in contiguous memory
        return [this, &forest, &intervals, past](std::size_t i) {
            return m_grid.pixelOf(forest.start(intervals, i)) >= past;
        };
    };
    const std::size_t first = gallop(m_cursor, forest.size(), startsBehind(pixel));
    std::size_t past = gallop(first, forest.size(), startsBehind(pixel + 1));
    m_cursor = past;
    // A wide operation has a bar of its own, and no later operation starts in its first pixel.
    if (past > first) {
        const IntervalPyramid::Leaf leaf(forest, intervals, (past - 1) / IntervalPyramid::leafSize);
        past -= leaf.single(past - 1).lengthNs > m_grid.narrowNs() ? 1 : 0;
    }
    return content.differences.of(compared, content.lane.spans, m_row->first + first, m_row->first + past);
}

} // namespace streamscope
