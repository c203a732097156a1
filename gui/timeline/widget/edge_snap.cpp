// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/edge_snap.h"

#include <cmath>

namespace streamscope {

std::optional<SnappedEdge> snappedEdge(const TimelineContent &content, const TimelineScene &scene, const QPointF &point,
                                       double reach)
{
    constexpr double otherLane = 2; ///< an edge of another lane counts as this much further away
    std::optional<SnappedEdge> best;
    double bestDistance = reach;
    for (const SceneBar &bar : scene.bars.operations()) {
        if (bar.count > 1)
            continue;
        const double gap = std::max(bar.rect.left() - point.x(), point.x() - bar.rect.right());
        if (gap > bestDistance)
            continue;
        const bool sameLane = scene.lanes[bar.lane].rect.contains(scene.lanes[bar.lane].rect.center().x(), point.y());
        const LaneInterval interval =
            bar.waiting && !isWaitingItself(bar.kind)
                ? waitingOf(content.timeline(), bar.span)
                : intervalOn(scene.operationsOf(bar)->lane.kind, content.timeline(), bar.span);
        for (const std::int64_t ns : {interval.begin, interval.end}) {
            const double x = scene.timeToX(ns);
            const double distance = std::abs(x - point.x()) * (sameLane ? 1 : otherLane);
            if (x < scene.plotRect.left() - 1 || x > scene.plotRect.right() + 1 || distance >= bestDistance)
                continue;
            bestDistance = distance;
            best = SnappedEdge{ns, bar.rect};
        }
    }
    return best;
}

} // namespace streamscope
