// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/bar_merger.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

BarMerger::BarMerger(TimelineScene &scene, const QRectF &row, std::uint32_t lane)
    : m_scene(scene), m_row(row), m_lane(lane), m_ratio(scene.devicePixelRatio),
      m_leftPixel(std::llround(scene.plotRect.left() * m_ratio)),
      m_rightPixel(std::llround(scene.plotRect.right() * m_ratio))
{}

void BarMerger::add(std::int64_t beginNs, std::int64_t endNs, std::uint32_t index, OperationKind kind, bool waiting)
{
    // Far outside positions are cut before they become integers; a pixel outside is enough to be out of sight.
    const double low = static_cast<double>(m_leftPixel) - 2;
    const double high = static_cast<double>(m_rightPixel) + 2;
    const double begin = std::clamp(m_scene.timeToX(beginNs) * m_ratio, low, high);
    const double end = std::clamp(m_scene.timeToX(endNs) * m_ratio, low, high);
    SceneBar bar;
    bar.span = index;
    bar.lane = m_lane;
    bar.kind = kind;
    bar.waiting = waiting;
    if (end - begin < 1)
        addNarrow(static_cast<std::int64_t>(std::floor(begin)), endNs - beginNs, bar);
    else
        addWide(std::llround(begin), std::llround(end), bar);
}

void BarMerger::addNarrow(std::int64_t pixel, std::int64_t lengthNs, const SceneBar &bar)
{
    std::optional<Run> &run = bar.waiting ? m_waiting : m_executing;
    if (run && run->pixel != pixel)
        flush(bar.waiting);
    if (!run) {
        run = Run{pixel, lengthNs, lengthNs, bar};
        return;
    }
    ++run->bar.count;
    run->sumNs += lengthNs;
    if (lengthNs > run->longestNs) {
        run->longestNs = lengthNs;
        run->bar.span = bar.span;
        run->bar.kind = bar.kind;
    }
}

void BarMerger::addWide(std::int64_t first, std::int64_t past, SceneBar bar)
{
    // A narrow one that ends in our first pixel keeps that pixel: otherwise it would vanish beneath us.
    if (m_executing && m_executing->pixel == first && past - first > 1)
        ++first;
    flush(true);
    flush(false);
    first = std::max(first, m_leftPixel);
    past = std::min(past, m_rightPixel);
    if (past <= first)
        return;
    bar.rect = pixels(first, past);
    m_scene.bars.push_back(bar);
}

void BarMerger::flush(bool waiting)
{
    std::optional<Run> &run = waiting ? m_waiting : m_executing;
    if (!run)
        return;
    if (run->pixel >= m_leftPixel && run->pixel < m_rightPixel) {
        run->bar.rect = pixels(run->pixel, run->pixel + 1);
        if (run->bar.count > 1 || waiting)
            run->bar.coverage = std::min(1.0, static_cast<double>(run->sumNs) * m_ratio / m_scene.axis.nsPerPixel);
        m_scene.bars.push_back(run->bar);
        if (!waiting)
            noteDense(*run);
    }
    run.reset();
}

void BarMerger::noteDense(const Run &run)
{
    if (m_denseCount > 0 && run.pixel > m_densePast + 1)
        flushDense();
    if (run.bar.count < 2 && m_denseCount == 0)
        return;
    if (m_denseCount == 0)
        m_denseFirst = run.pixel;
    m_densePast = run.pixel + 1;
    m_denseCount += run.bar.count;
}

void BarMerger::flushDense()
{
    if (m_denseCount > 1)
        m_scene.dense.push_back({pixels(m_denseFirst, m_densePast), m_denseCount, {}});
    m_denseCount = 0;
}

void BarMerger::finish()
{
    flush(true);
    flush(false);
    flushDense();
}

QRectF BarMerger::pixels(std::int64_t first, std::int64_t past) const
{
    return {static_cast<double>(first) / m_ratio, m_row.top(), static_cast<double>(past - first) / m_ratio,
            m_row.height()};
}

} // namespace streamscope
