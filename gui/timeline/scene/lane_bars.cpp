// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/lane_bars.h"

#include "gui/timeline/scene/row_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace streamscope {

namespace {

/// Turns what a walk meets into bars on whole device pixels.
template <typename Source>
class BarSink
{
public:
    BarSink(const Source &source, const Lane &lane, const QRectF &row, TimelineScene &scene, const PixelGrid &grid,
            bool waiting)
        : m_source(source), m_row(row), m_scene(scene), m_grid(grid), m_waiting(waiting),
          m_point(1 / scene.devicePixelRatio), m_left(std::round(scene.plotRect.left() * scene.devicePixelRatio))
    {
        for (std::size_t tag = 0; tag < m_looks.size(); ++tag) {
            const auto kind = static_cast<OperationKind>(tag);
            m_looks[tag] = {waiting ? kind : shownKind(lane.kind, kind), waiting || isWaitingItself(kind)};
        }
    }

    void wide(std::int64_t left, std::int64_t right, std::size_t i, std::uint32_t tag)
    {
        // A narrow one that starts in our first pixel keeps that pixel: otherwise it would vanish beneath us.
        if (m_lastNarrow == left && right - left > 1)
            ++left;
        left = std::max<std::int64_t>(left, 0);
        right = std::min(right, m_grid.pixels());
        if (right <= left)
            return;
        m_scene.bars.addWide(left, right, m_source.id(i), m_looks[tag].kind, m_looks[tag].waiting);
    }

    [[gnu::always_inline]] void narrow(const NarrowCell &cell)
    {
        m_lastNarrow = cell.pixel;
        if (cell.pixel < 0 || cell.pixel >= m_grid.pixels())
            return;
        const Look &look = m_looks[cell.tag];
        const auto count =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(cell.count, std::numeric_limits<std::uint32_t>::max()));
        const double coverage = cell.count > 1 || look.waiting ? std::min(1.0, m_grid.shareOfPixel(cell.busyNs)) : 1;
        m_scene.bars.addCell(cell.pixel, count, static_cast<float>(coverage), cell.longest, look.kind, look.waiting);
        if (!m_waiting)
            noteDense(cell);
    }

    void finish()
    {
        if (m_denseCount > 1)
            m_scene.dense.push_back({pixels(m_denseFirst, m_densePast), m_denseCount, {}});
        m_denseCount = 0;
    }

private:
    QRectF pixels(std::int64_t first, std::int64_t past) const
    {
        return {(m_left + static_cast<double>(first)) * m_point, m_row.top(),
                static_cast<double>(past - first) * m_point, m_row.height()};
    }

    void noteDense(const NarrowCell &cell)
    {
        if (m_denseCount > 0 && cell.pixel <= m_densePast + 1) [[likely]] {
            m_densePast = cell.pixel + 1;
            m_denseCount += cell.count;
        } else {
            startDense(cell);
        }
    }

    void startDense(const NarrowCell &cell)
    {
        finish();
        if (cell.count < 2)
            return;
        m_denseFirst = cell.pixel;
        m_densePast = cell.pixel + 1;
        m_denseCount = cell.count;
    }

    struct Look
    {
        OperationKind kind;
        bool waiting;
    };

    const Source &m_source;
    std::array<Look, operationKindCount> m_looks; ///< by tag
    QRectF m_row;
    TimelineScene &m_scene;
    const PixelGrid &m_grid;
    bool m_waiting;
    double m_point; ///< of a device pixel
    double m_left;  ///< of the plot, device pixels
    std::int64_t m_lastNarrow = std::numeric_limits<std::int64_t>::min();
    std::int64_t m_denseFirst = 0, m_densePast = 0;
    std::uint64_t m_denseCount = 0;
};

template <typename Source>
void addBars(const IntervalPyramid &forest, const Source &source, const Lane &lane, const QRectF &rect,
             TimelineScene &scene, bool waiting)
{
    if (forest.size() == 0)
        return;
    const double ratio = scene.devicePixelRatio;
    const PixelGrid grid({scene.axis.originNs, scene.axis.nsPerPixel / ratio},
                         std::llround(scene.plotRect.width() * ratio));
    BarSink<Source> sink(source, lane, rect, scene, grid, waiting);
    RowWalk<Source, BarSink<Source>>(forest, source, grid, sink).walk();
    sink.finish();
}

} // namespace

void addRowBars(const Timeline &timeline, const Lane &lane, const LaneRow &row, const QRectF &rect,
                std::uint32_t laneIndex, TimelineScene &scene)
{
    scene.bars.beginRow(laneIndex, rect.top(), rect.height());
    const WaitingIntervals waiting{timeline, row, lane.spans.data()};
    addBars(row.waiting, waiting, lane, rect, scene, true);
    const ExecutingIntervals executing{timeline, lane.kind, lane.spans.data() + row.first};
    addBars(row.executing, executing, lane, rect, scene, false);
}

} // namespace streamscope
