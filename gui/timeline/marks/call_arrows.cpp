// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/call_arrows.h"

#include "engine/timeline/origins/host_context.h"

#include <algorithm>

namespace streamscope {

namespace {

/// The height of the middle of an operation's bar on the first lane that `isWanted`. A bar that shares its pixel with
/// others is not drawn by itself: then it is the middle of the lane.
template <typename Wanted>
std::optional<double> heightOn(const TimelineScene &scene, std::uint32_t span, Wanted isWanted)
{
    const auto lane = std::ranges::find_if(scene.lanes, [&](const SceneLane &one) {
        return one.content->operations() && isWanted(one.content->operations()->lane);
    });
    if (lane == scene.lanes.end())
        return std::nullopt;
    double height = lane->rect.center().y();
    for (const SceneBar &bar : scene.bars.operations())
        if (bar.span == span && !bar.waiting && scene.lanes[bar.lane].content == lane->content)
            height = bar.rect.center().y();
    return height;
}

} // namespace

std::optional<SceneArrow> callArrow(const TimelineContent &content, std::uint32_t span, const TimelineScene &scene)
{
    const Timeline &timeline = content.timeline();
    const auto call = content.compared() ? std::nullopt : callTimes(timeline, span);
    if (!call)
        return std::nullopt;
    const std::int64_t start = timeline.starts()[span];
    const double fromX = scene.timeToX(call->end <= start ? call->end : call->begin), toX = scene.timeToX(start);
    const double left = scene.plotRect.left() - 40, right = scene.plotRect.right() + 40;
    if (std::max(fromX, toX) < left || std::min(fromX, toX) > right)
        return std::nullopt;
    const auto fromY = heightOn(scene, span, [thread = timeline.thread(span)](const Lane &lane) {
        return lane.kind == LaneKind::Host && lane.thread == thread;
    });
    const auto toY = heightOn(scene, span, [stream = timeline.streamIndices()[span]](const Lane &lane) {
        return lane.kind == LaneKind::Stream && lane.stream == stream;
    });
    if (!fromY || !toY)
        return std::nullopt;
    SceneArrow arrow;
    arrow.from = {std::clamp(fromX, left, right), *fromY};
    arrow.to = {std::clamp(toX, left, right), *toY};
    arrow.kind = DependencyKind::Host;
    return arrow;
}

} // namespace streamscope
