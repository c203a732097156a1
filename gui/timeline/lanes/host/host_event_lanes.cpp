// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a trace knows of the host threads: their operators, ranges and calls of the system, and, folded until opened,
// their Python frames.
#include "engine/formats/text/time_text.h"
#include "engine/timeline/host/host_events.h"
#include "engine/timeline/host/python_frame.h"
#include "gui/timeline/lanes/host/named_bars_lane.h"
#include "gui/timeline/lanes/host/range_looks.h"
#include "gui/timeline/model/lane_kinds.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr int mostDrawnRows = 64; ///< of a thread; deeper events are not drawn

using SharedEvents = std::shared_ptr<const HostEvents>;

/// "forward" of "model.py(12): forward"; other names as they are.
QString shortName(const HostEvents &events, std::uint32_t event)
{
    const std::string &name = events.name(event);
    if (const auto frame = parsePythonFrame(name))
        return QString::fromUtf8(frame->function.data(), static_cast<qsizetype>(frame->function.size()));
    return QString::fromStdString(name);
}

QString kindText(HostEventKind kind)
{
    switch (kind) {
    case HostEventKind::Range:
        return tr("Range");
    case HostEventKind::PythonFrame:
        return tr("Python frame");
    case HostEventKind::Operator:
        return tr("Operator");
    case HostEventKind::OsCall:
        return tr("System call");
    }
    return {};
}

QString eventToolTip(const HostEvents &events, std::uint32_t event)
{
    std::vector<SpanFact> facts{{kindText(events.kind(event)), QString::fromStdString(events.name(event))}};
    if (const std::string &domain = events.style(event).domain; !domain.empty())
        facts.emplace_back(tr("Domain"), QString::fromStdString(domain));
    facts.emplace_back(tr("Thread"), QString::fromStdString(events.threadOfEvent(event).name));
    facts.emplace_back(tr("Began"), exactTimeText(events.begin(event)));
    facts.emplace_back(tr("Duration"), exactTimeText(events.end(event) - events.begin(event)));
    if (isWaitingName(events.name(event)))
        facts.emplace_back(tr("State"), tr("sleeps or waits"));
    return factsHtml(facts);
}

/// The bars of one thread's rows of one sort.
std::vector<std::vector<NamedBar>> barsOf(const HostEvents &events, const EventThread &thread, HostRows rows,
                                          const RunAxis &axis, RangeLooks &looks)
{
    std::vector<std::vector<NamedBar>> bars(
        static_cast<std::size_t>(std::min(thread.rows[static_cast<std::size_t>(rows)], mostDrawnRows)));
    for (std::uint32_t i = thread.first; i < thread.past; ++i)
        if (rowsOf(events.kind(i)) == rows && events.row(i) < bars.size())
            bars[events.row(i)].push_back({axis.of(events.begin(i)), axis.of(events.end(i)), i, looks.of(events, i)});
    return bars;
}

std::shared_ptr<const ContentLane> laneOf(const LaneSource &source, const EventThread &thread, HostRows rows,
                                          const LaneHeading &heading)
{
    const SharedEvents &events = source.recording.timeline.sharedHostEvents();
    const RunAxis axis(source);
    RangeLooks looks;
    std::vector<std::vector<NamedBar>> bars = barsOf(*events, thread, rows, axis, looks);
    if (bars.empty())
        return nullptr;
    std::size_t count = 0;
    for (std::uint32_t i = thread.first; i < thread.past; ++i)
        count += rowsOf(events->kind(i)) == rows ? 1 : 0;
    const bool python = rows == HostRows::Python;
    NamedBarsLook look;
    look.colours = looks.colours();
    look.heading = heading;
    look.factor = axis.factor;
    look.countText = python ? tr("%n Python frame(s)", nullptr, static_cast<int>(count))
                            : tr("%n operator(s) and range(s)", nullptr, static_cast<int>(count));
    look.name = [events](std::uint32_t id) { return shortName(*events, id); };
    look.toolTip = [events](std::uint32_t id) { return eventToolTip(*events, id); };
    auto lane = std::make_shared<NamedBarsLane>(
        (python ? QStringLiteral("python:%1") : QStringLiteral("events:%1")).arg(thread.number),
        python ? tr("Python") : tr("Operators"), std::move(bars), std::move(look));
    setSide(*lane, source.side);
    return lane;
}

} // namespace

LaneHeading threadHeading(const LaneSource &source, std::int32_t thread, const QString &name)
{
    const QString key = QStringLiteral("group:thread:%1").arg(thread);
    const QString text = source.side ? tr("Host thread %1").arg(thread + 1) : name;
    return {key, text, text, !source.recording.timeline.deviceLabels().empty()};
}

ContentLanes hostEventLanes(const LaneSource &source)
{
    constexpr std::size_t mostThreads = 256; // those that come first in the numbering issue operations
    ContentLanes lanes;
    const SharedEvents &events = source.recording.timeline.sharedHostEvents();
    if (!events)
        return lanes;
    const auto add = [&lanes](std::shared_ptr<const ContentLane> lane) {
        if (lane)
            lanes.push_back(std::move(lane));
    };
    for (std::size_t i = 0; i < std::min(events->threads().size(), mostThreads); ++i) {
        const EventThread &thread = events->threads()[i];
        const LaneHeading heading = threadHeading(source, thread.number, QString::fromStdString(thread.name));
        add(laneOf(source, thread, HostRows::Events, heading));
        const QString python = tr("Python on %1").arg(heading.title);
        add(laneOf(source, thread, HostRows::Python,
                   {QStringLiteral("group:python:%1").arg(thread.number), python, python, true}));
    }
    return lanes;
}

} // namespace streamscope
