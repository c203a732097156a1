// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/edge_snap.h"

#include <cmath>

namespace streamscope {

namespace {

LaneInterval intervalOf(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar)
{
    const SceneLane &lane = scene.lanes[bar.lane];
    const LaneKind kind = content.groups()[static_cast<std::size_t>(lane.group)]
                              .lanes[static_cast<std::size_t>(lane.indexInGroup)]
                              .lane.kind;
    if (bar.waiting && !isWaitingItself(bar.kind))
        return waitingOf(content.timeline(), bar.span);
    return intervalOn(kind, content.timeline(), bar.span);
}

} // namespace

std::optional<SnappedEdge> snappedEdge(const TimelineContent &content, const TimelineScene &scene, const QPointF &point,
                                       double reach)
{
    constexpr double strange = 2; ///< an edge of another lane counts as this much further away
    std::optional<SnappedEdge> best;
    double bestDistance = reach;
    for (const SceneBar &bar : scene.bars) {
        if (bar.count > 1)
            continue;
        const double gap = std::max(bar.rect.left() - point.x(), point.x() - bar.rect.right());
        if (gap > bestDistance)
            continue;
        const bool sameLane = scene.lanes[bar.lane].rect.contains(scene.lanes[bar.lane].rect.center().x(), point.y());
        const LaneInterval interval = intervalOf(content, scene, bar);
        for (const std::int64_t ns : {interval.begin, interval.end}) {
            const double x = scene.timeToX(ns);
            const double distance = std::abs(x - point.x()) * (sameLane ? 1 : strange);
            if (x < scene.plotRect.left() - 1 || x > scene.plotRect.right() + 1 || distance >= bestDistance)
                continue;
            bestDistance = distance;
            best = SnappedEdge{ns, bar.rect};
        }
    }
    return best;
}

} // namespace streamscope
