// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/dependency_arrows.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace streamscope {

namespace {

constexpr double headLength = 8, headWidth = 4;

/// The bar of each operation; its call on the host's lane only where nothing else of it is drawn.
std::unordered_map<std::uint32_t, QRectF> placesOf(const std::unordered_set<std::uint32_t> &wanted,
                                                   const TimelineScene &scene)
{
    std::unordered_map<std::uint32_t, QRectF> places;
    for (const bool host : {false, true})
        for (const SceneBar &bar : scene.bars.operations())
            if (wanted.contains(bar.span) && scene.operationsOf(bar)->isOnHost() == host && (host || !bar.waiting))
                places.try_emplace(bar.span, bar.rect);
    return places;
}

Qt::PenStyle styleOf(DependencyKind kind)
{
    switch (kind) {
    case DependencyKind::Stream:
        return Qt::SolidLine;
    case DependencyKind::Event:
        return Qt::DashLine;
    case DependencyKind::Engine:
        return Qt::DotLine;
    case DependencyKind::Host:
        return Qt::DashDotLine;
    }
    return Qt::SolidLine;
}

bool isInSight(std::int64_t ns, const TimelineScene &scene)
{
    const double x = scene.timeToX(ns);
    return x >= scene.plotRect.left() && x <= scene.plotRect.right();
}

} // namespace

std::vector<SceneArrow> arrowsOf(const std::vector<Dependency> &dependencies, const Timeline &timeline,
                                 const TimelineScene &scene)
{
    std::unordered_set<std::uint32_t> wanted;
    for (const Dependency &dependency : dependencies) {
        wanted.insert(dependency.from);
        wanted.insert(dependency.to);
    }
    const auto places = placesOf(wanted, scene);
    const double left = scene.plotRect.left() - 40, right = scene.plotRect.right() + 40;
    std::vector<SceneArrow> arrows;
    for (const Dependency &dependency : dependencies) {
        const auto from = places.find(dependency.from), to = places.find(dependency.to);
        // Of an end outside the picture the arrow comes or goes; an end on a folded lane would leave a stub.
        if ((from == places.end() && isInSight(timeline.ends()[dependency.from], scene))
            || (to == places.end() && isInSight(timeline.starts()[dependency.to], scene))
            || (from == places.end() && to == places.end()))
            continue;
        SceneArrow arrow;
        arrow.kind = dependency.kind;
        const double fromX = std::clamp(scene.timeToX(timeline.ends()[dependency.from]), left, right);
        const double toX = std::clamp(scene.timeToX(timeline.starts()[dependency.to]), left, right);
        const double fromY = (from == places.end() ? to : from)->second.center().y();
        const double toY = (to == places.end() ? from : to)->second.center().y();
        arrow.from = {fromX, fromY};
        arrow.to = {toX, toY};
        arrows.push_back(arrow);
    }
    return arrows;
}

void paintArrows(QPainter &painter, const std::vector<SceneArrow> &arrows, const TimelineTheme &theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const SceneArrow &arrow : arrows) {
        const bool level = std::abs(arrow.from.y() - arrow.to.y()) < 1;
        // A flat curve that arrives from the left; between two bars of one row, an arc above them.
        const double apart = std::abs(arrow.to.x() - arrow.from.x());
        const double bend = std::clamp(apart / 2, level ? 2.0 : 14.0, 60.0);
        const double lift = level ? -16 : 0;
        QPainterPath path(arrow.from);
        path.cubicTo(arrow.from + QPointF(bend, lift), arrow.to + QPointF(-bend, lift), arrow.to);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.background, 4)); // a border, so that the arrow is visible on bars
        painter.drawPath(path);
        painter.setPen(QPen(theme.selection, 1.6, styleOf(arrow.kind)));
        painter.drawPath(path);
        const QPointF tip = arrow.to;
        const QPolygonF head{tip, tip + QPointF(-headLength, lift / 3 - headWidth),
                             tip + QPointF(-headLength, lift / 3 + headWidth)};
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.selection);
        painter.drawPolygon(head);
    }
    painter.restore();
}

} // namespace streamscope
