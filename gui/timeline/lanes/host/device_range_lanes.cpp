// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Above the streams: the steps of the program, and its ranges as each GPU saw them.
#include "engine/analysis/steps/steps.h"
#include "engine/formats/text/time_text.h"
#include "engine/timeline/host/host_events.h"
#include "engine/timeline/origins/device_ranges.h"
#include "gui/timeline/lanes/host/named_bars_lane.h"
#include "gui/timeline/lanes/host/range_looks.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <map>

namespace streamscope {

namespace {

LaneHeading stepHeading()
{
    return {QStringLiteral("group:steps"), tr("Steps"), tr("Steps")};
}

QString rangeToolTip(const HostEvents &events, const DeviceRange &range)
{
    return factsHtml({{tr("Range"), QString::fromStdString(events.name(range.event))},
                      {tr("On the GPU"), exactTimeText(range.end - range.start)},
                      {tr("Operations"), QString::number(range.operations)},
                      {tr("On the host"), exactTimeText(events.end(range.event) - events.begin(range.event))},
                      {tr("Thread"), QString::fromStdString(events.threadOfEvent(range.event).name)}});
}

QString stepToolTip(const Steps &steps, const StepFigures &figures, std::size_t index)
{
    const Step &step = steps.steps[index];
    const std::int64_t more = step.duration() - figures.median;
    std::vector<SpanFact> facts{{tr("Step"), QString::fromStdString(step.name)},
                                {tr("Duration"), exactTimeText(step.duration())},
                                {tr("Median step"), exactTimeText(figures.median)},
                                {tr("Difference"), (more > 0 ? QStringLiteral("+") : QString()) + timeText(more)},
                                {tr("On the host"), exactTimeText(step.hostEnd - step.hostBegin)},
                                {tr("Operations"), QString::number(step.operations)},
                                {tr("Told by"), QString::fromStdString(steps.by)}};
    if (figures.odd == index)
        facts.emplace_back(tr("Odd"), tr("it is the farthest from the median"));
    return factsHtml(facts);
}

} // namespace

ContentLanes deviceRangeLanes(const LaneSource &source)
{
    ContentLanes lanes;
    const Timeline &timeline = source.recording.timeline;
    const auto events = timeline.sharedHostEvents();
    if (!events)
        return lanes;
    const RunAxis axis(source);
    const auto all = std::make_shared<const std::vector<DeviceRange>>(deviceRanges(timeline));
    std::map<int, std::vector<std::vector<NamedBar>>> rows; // by device
    std::map<int, RangeLooks> looks;
    std::map<int, int> counts;
    for (std::uint32_t i = 0; i < all->size(); ++i) {
        const DeviceRange &range = (*all)[i];
        std::vector<std::vector<NamedBar>> &bars = rows[range.device];
        bars.resize(std::max(bars.size(), static_cast<std::size_t>(range.row) + 1));
        bars[static_cast<std::size_t>(range.row)].push_back(
            {axis.of(range.start), axis.of(range.end), i, looks[range.device].of(*events, range.event)});
        ++counts[range.device];
    }
    for (auto &[device, bars] : rows) {
        NamedBarsLook look;
        look.device = device;
        look.factor = axis.factor;
        look.colours = looks[device].colours();
        look.heading = {QStringLiteral("group:ranges"), tr("Ranges on the GPU"), tr("Ranges on the GPU")};
        look.countText =
            tr("%n range(s), each from the first start to the last end of what it issued", nullptr, counts[device]);
        look.name = [events, all](std::uint32_t id) { return QString::fromStdString(events->name((*all)[id].event)); };
        look.toolTip = [events, all](std::uint32_t id) { return rangeToolTip(*events, (*all)[id]); };
        auto lane = std::make_shared<NamedBarsLane>(QStringLiteral("ranges:%1").arg(device), tr("Ranges"),
                                                    std::move(bars), std::move(look));
        setSide(*lane, source.side);
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

ContentLanes stepLanes(const LaneSource &source)
{
    ContentLanes lanes;
    const Timeline &timeline = source.recording.timeline;
    if (timeline.hostCalls().empty()) // our own runs are one step each
        return lanes;
    const RunAxis axis(source);
    const auto steps = std::make_shared<const Steps>(findSteps(timeline));
    if (steps->empty())
        return lanes;
    const StepFigures figures = figuresOf(*steps);
    std::vector<std::vector<NamedBar>> bars(2); // steps may overlap on the GPU: the next begins before one ends
    for (std::uint32_t i = 0; i < steps->steps.size(); ++i) {
        const Step &step = steps->steps[i];
        const std::int64_t begin = axis.of(step.begin()), end = axis.of(step.end());
        std::vector<NamedBar> &row = bars[bars[0].empty() || bars[0].back().end <= begin ? 0 : 1];
        row.push_back({begin, end, i, figures.odd == i ? 2U : i % 2});
    }
    for (std::vector<NamedBar> &row : bars)
        std::sort(row.begin(), row.end(), [](const NamedBar &a, const NamedBar &b) { return a.begin < b.begin; });
    if (bars.back().empty())
        bars.pop_back();
    NamedBarsLook look;
    look.colours = {{NamedBarsLook::Fill::Hue, 3}, {NamedBarsLook::Fill::Python, 0}, {NamedBarsLook::Fill::Hue, 2}};
    look.heading = stepHeading();
    look.factor = axis.factor;
    look.countText = QString::fromStdString(stepsText(*steps));
    look.name = [steps](std::uint32_t id) { return QString::fromStdString(steps->steps[id].name); };
    look.toolTip = [steps, figures](std::uint32_t id) { return stepToolTip(*steps, figures, id); };
    auto lane = std::make_shared<NamedBarsLane>(QStringLiteral("steps"), tr("Steps"), std::move(bars), std::move(look));
    setSide(*lane, source.side);
    lanes.push_back(std::move(lane));
    return lanes;
}

} // namespace streamscope
