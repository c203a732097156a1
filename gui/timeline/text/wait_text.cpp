// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/wait_text.h"

#include "engine/formats/text/time_text.h"
#include "engine/timeline/facts/cuda_results.h"
#include "engine/timeline/lanes.h"
#include "engine/timeline/origins/host_context.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/text/translation.h"

namespace streamscope {

std::optional<Dependency> lastHolder(const Timeline &timeline, const std::vector<Dependency> &links, std::uint32_t span)
{
    std::optional<Dependency> held;
    for (const Dependency &one : links)
        if (one.to == span && (!held || timeline.ends()[one.from] > timeline.ends()[held->from]))
            held = one;
    return held;
}

namespace {

/// "%1 for H2D 0: copy engine, host to device".
QString withReason(const Timeline &timeline, const QString &waited, Engine engine, const Dependency &held)
{
    const QString why = held.kind == DependencyKind::Engine   ? engineTitle(engine)
                        : held.kind == DependencyKind::Event  ? tr("an event")
                        : held.kind == DependencyKind::Stream ? tr("its stream")
                                                              : tr("the host");
    return tr("%1 for %2: %3").arg(waited, shortSpanName(timeline, held.from), why);
}

/// Of an operation whose file has the times of calls only: until the call, nothing held it.
QString sinceCallText(const Timeline &timeline, const Span &span, const std::optional<Dependency> &held)
{
    const std::int64_t later = span.start - span.issue;
    if (span.issue == unknownTime || later < 0)
        return {};
    if (!held || timeline.ends()[held->from] <= span.issue)
        return tr("started %1 after its call").arg(timeText(later));
    return withReason(timeline, tr("waited %1 after its call").arg(timeText(later)), span.engine, *held);
}

} // namespace

QString waitText(const Timeline &timeline, std::uint32_t index, const std::optional<Dependency> &held)
{
    const Span span = timeline.span(index);
    if (span.ready == unknownTime)
        return sinceCallText(timeline, span, held);
    if (span.waited() <= 0)
        return tr("did not wait");
    const QString waited = tr("waited %1").arg(timeText(span.waited()));
    return held ? withReason(timeline, waited, span.engine, *held) : waited;
}

std::optional<std::int64_t> queueLatency(const Timeline &timeline, std::uint32_t index)
{
    const auto call = callTimes(timeline, index);
    return call ? std::optional(timeline.starts()[index] - call->end) : std::nullopt;
}

QString queueLatencyText(const Timeline &timeline, std::uint32_t index)
{
    const auto latency = queueLatency(timeline, index);
    if (!latency)
        return {};
    return *latency < 0 ? tr("none, it started before the call ended")
                        : tr("%1 from the call's end to the start").arg(timeText(*latency));
}

QString failedResultText(const Timeline &timeline, std::uint32_t index)
{
    const std::uint32_t number = callOf(timeline, index);
    if (number == HostCall::none || timeline.hostCalls()[number].result == 0)
        return {};
    const HostCall &call = timeline.hostCalls()[number];
    return QString::fromStdString(cudaResultText(timeline.name(call.name), call.result));
}

QString hostToolTip(const Timeline &timeline, std::uint32_t index, std::uint32_t mergedCount)
{
    const Span span = timeline.span(index);
    const LaneInterval call = intervalOn(LaneKind::Host, timeline, index);
    const bool isWork = isHostWork(span.kind);
    const QString name = shortSpanName(timeline, index), called = hostCallName(timeline, index);
    QStringList lines{isWork || called.isEmpty() || called == name ? name : called + QStringLiteral(" · ") + name};
    QString what =
        (isWork ? kindTitle(span.kind) : tr("API call")) + QStringLiteral(" · ") + timeText(call.end - call.begin);
    if (timeline.anyThread())
        what += QStringLiteral(" · ") + tr("host thread %1").arg(span.thread);
    if (const QString result = failedResultText(timeline, index); !result.isEmpty())
        what += QStringLiteral(" · ") + tr("returned %1").arg(result);
    lines << what;
    if (!isWork && span.kind != OperationKind::Sync && span.engine != Engine::None && span.start >= call.begin) {
        QString started = tr("its operation started %1 after the call").arg(timeText(span.start - call.begin));
        if (const auto latency = queueLatency(timeline, index); latency && *latency >= 0)
            started += tr(", %1 after its end").arg(timeText(*latency));
        lines << started;
    }
    if (mergedCount > 1)
        lines << tr("the longest of %1 operations in this pixel: zoom in to tell them apart").arg(mergedCount);
    return toolTipHtml(lines);
}

} // namespace streamscope
