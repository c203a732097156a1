// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/run_density.h"

#include "gui/timeline/scene/row_walk.h"

#include <algorithm>

namespace streamscope {

namespace {

int classOf(OperationKind kind)
{
    switch (kind) {
    case OperationKind::H2D:
        return DensityColumn::toDevice;
    case OperationKind::D2H:
        return DensityColumn::toHost;
    case OperationKind::Kernel:
    case OperationKind::Collective:
        return DensityColumn::kernels;
    default:
        return DensityColumn::other;
    }
}

class DensitySink
{
public:
    DensitySink(const ExecutingIntervals &source, const TagClasses &classes, const PixelGrid &grid,
                std::vector<DensityColumn> &columns, double weight)
        : m_source(source), m_classes(classes), m_grid(grid), m_columns(columns), m_weight(weight)
    {}

    void wide(std::int64_t, std::int64_t, std::size_t i, std::uint32_t tag)
    {
        const double begin = std::max(0.0, m_grid.x(m_source.begin(i)));
        const double end = std::min(static_cast<double>(m_grid.pixels()), m_grid.x(m_source.end(i)));
        for (double x = begin; x < end; x = std::floor(x) + 1)
            add(static_cast<std::int64_t>(x), tag, std::min(end, std::floor(x) + 1) - x);
    }

    void narrow(const NarrowCell &cell)
    {
        const double busy = std::min(1.0, cell.busyNs / m_grid.axis().nsPerPixel);
        std::uint32_t total = 0;
        for (std::size_t k = 0; k < m_classes.count; ++k)
            total += cell.mix.of(k);
        if (total == 0)
            return add(cell.pixel, cell.tag, busy);
        for (std::size_t k = 0; k < m_classes.count; ++k)
            if (const std::uint32_t part = cell.mix.of(k); part > 0)
                add(cell.pixel, m_classes.tag[k], busy * part / total);
    }

private:
    void add(std::int64_t pixel, std::uint32_t tag, double share)
    {
        if (pixel < 0 || pixel >= m_grid.pixels())
            return;
        auto &column = m_columns[static_cast<std::size_t>(pixel)];
        column.share[static_cast<std::size_t>(classOf(kindOfTag(tag)))] += static_cast<float>(share * m_weight);
    }

    const ExecutingIntervals &m_source;
    const TagClasses &m_classes;
    const PixelGrid &m_grid;
    std::vector<DensityColumn> &m_columns;
    double m_weight;
};

} // namespace

std::vector<DensityColumn> runDensity(const TimelineContent &content, int columns)
{
    std::vector<DensityColumn> density(static_cast<std::size_t>(std::max(columns, 0)));
    if (content.isEmpty() || columns < 1)
        return density;
    if (const auto &given = content.givenDensity(); !given.empty()) {
        for (std::size_t i = 0; i < density.size(); ++i)
            density[i].share = given[i * given.size() / density.size()];
        return density;
    }
    const auto anyOf = [&content](LaneKind kind) {
        std::vector<const Lane *> lanes;
        for (const OperationLane *operations : content.operationLanes())
            if (operations->lane.kind == kind && !operations->lane.spans.empty())
                lanes.push_back(&operations->lane);
        return lanes;
    };
    std::vector<const Lane *> lanes = anyOf(LaneKind::Stream);
    if (lanes.empty())
        lanes = anyOf(LaneKind::Host);
    const double length = std::max(1.0, static_cast<double>(content.endNs() - content.beginNs()));
    const PixelGrid grid({content.beginNs(), length / columns}, columns);
    for (const Lane *lane : lanes) {
        for (const LaneRow &row : lane->rows) {
            const ExecutingIntervals source{
                content.timeline(), lane->kind, lane->spans.data() + row.first, {content.names().tags()}};
            DensitySink sink(source, row.executing.classes(), grid, density, 1.0 / static_cast<double>(lanes.size()));
            RowWalk<ExecutingIntervals, DensitySink>(row.executing, source, grid, sink).walk();
        }
    }
    return density;
}

} // namespace streamscope
