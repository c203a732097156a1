// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/span_text.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"
#include "engine/formats/traces/chrome_names.h"
#include "engine/timeline/host/host_events.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/text/translation.h"
#include "gui/timeline/text/wait_text.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

QString streamText(const Timeline &timeline, const Span &span)
{
    if (span.stream < 0)
        return tr("none (host)");
    const TimelineStream &stream = timeline.streams()[static_cast<std::size_t>(span.stream)];
    const QString id = QString::fromStdString(stream.id);
    return stream.priority == 0 ? id : tr("%1 (priority %2)").arg(id).arg(stream.priority);
}

void addTimes(std::vector<SpanFact> &facts, const Span &span)
{
    if (span.issue != unknownTime)
        facts.emplace_back(tr("Issued"), exactTimeText(span.issue));
    if (span.ready != unknownTime)
        facts.emplace_back(tr("Ready"), exactTimeText(span.ready));
    if (span.held() > 0)
        facts.emplace_back(tr("API call"), exactTimeText(span.held()));
    facts.emplace_back(tr("Started"), exactTimeText(span.start));
    facts.emplace_back(tr("Ended"), exactTimeText(span.end));
    facts.emplace_back(tr("Duration"), exactTimeText(span.duration()));
    if (span.ready != unknownTime)
        facts.emplace_back(tr("Waited"), span.waited() > 0 ? exactTimeText(span.waited()) : tr("not at all"));
}

struct EngineTitles
{
    const char *title, *shortTitle;
};

const EngineTitles &titlesOf(Engine engine)
{
    static constexpr std::array<EngineTitles, static_cast<std::size_t>(Engine::None) + 1> titles{
        {{QT_TRANSLATE_NOOP("streamscope", "copy engine, host to device"),
          QT_TRANSLATE_NOOP("streamscope", "H2D copies")},
         {QT_TRANSLATE_NOOP("streamscope", "copy engine, device to host"),
          QT_TRANSLATE_NOOP("streamscope", "D2H copies")},
         {QT_TRANSLATE_NOOP("streamscope", "copies on the device"), QT_TRANSLATE_NOOP("streamscope", "D2D copies")},
         {QT_TRANSLATE_NOOP("streamscope", "copies between devices"), QT_TRANSLATE_NOOP("streamscope", "peer copies")},
         {QT_TRANSLATE_NOOP("streamscope", "compute (SMs)"), QT_TRANSLATE_NOOP("streamscope", "kernels")},
         {QT_TRANSLATE_NOOP("streamscope", "host"), QT_TRANSLATE_NOOP("streamscope", "host")},
         {QT_TRANSLATE_NOOP("streamscope", "none"), QT_TRANSLATE_NOOP("streamscope", "none")}}};
    return titles[static_cast<std::size_t>(engine)];
}

} // namespace

QString engineTitle(Engine engine)
{
    return tr(titlesOf(engine).title);
}

QString engineShortTitle(Engine engine)
{
    return tr(titlesOf(engine).shortTitle);
}

QString clockTitle(Clock clock)
{
    const QString name = QString::fromUtf8(clockName(clock));
    switch (clock) {
    case Clock::Model:
        return tr("%1 (simulated, not measured)").arg(name);
    case Clock::Event:
        return tr("%1 (CUDA events)").arg(name);
    case Clock::EventEngine:
        return tr("%1 (CUDA events, start corrected by the engine's order)").arg(name);
    case Clock::GlobalTimer:
        return tr("%1 (stamped by the kernel)").arg(name);
    case Clock::Watch:
        return tr("%1 (end seen in the destination, start from the engine's order)").arg(name);
    case Clock::Median:
        return tr("%1 (of several steps: no run had these times)").arg(name);
    case Clock::Cupti:
    case Clock::Host:
    case Clock::Imported:
        return name;
    }
    return name;
}

namespace {

/// The clock with its step, where the step is coarse.
QString clockOf(const Timeline &timeline, const Span &span)
{
    constexpr int coarse = 500; // ns
    if (const Fold *fold = timeline.fold())
        return tr("%1 (no run had these times)").arg(QString::fromStdString(fold->text()));
    const QString title = clockTitle(span.clock);
    const bool byTimer = span.clock == Clock::GlobalTimer || span.clock == Clock::Watch;
    if (!byTimer || timeline.globalTimerStep() < coarse)
        return title;
    return tr("%1, in steps of %2").arg(title, timeText(timeline.globalTimerStep()));
}

/// "8 × 16": without the trailing ones.
QString extentText(const std::array<std::uint32_t, 3> &extent)
{
    QString text = QString::number(extent[0]);
    if (extent[1] > 1 || extent[2] > 1)
        text += QStringLiteral(" × %1").arg(extent[1]);
    return extent[2] > 1 ? text + QStringLiteral(" × %1").arg(extent[2]) : text;
}

void addLaunch(std::vector<SpanFact> &facts, const LaunchShape &shape)
{
    if (shape.blocks() > 0 && shape.threadsPerBlock() > 0)
        facts.emplace_back(tr("Launched"),
                           tr("%1 blocks of %2 threads").arg(extentText(shape.grid), extentText(shape.block)));
    if (shape.registers > 0)
        facts.emplace_back(tr("Registers"), tr("%1 per thread").arg(shape.registers));
    if (shape.sharedMemory > 0)
        facts.emplace_back(tr("Shared memory"), tr("%1 per block").arg(bytesText(shape.sharedMemory)));
}

void addMemory(std::vector<SpanFact> &facts, const Span &span)
{
    const auto name = [](MemoryKind kind) { return QString::fromUtf8(memoryKindName(kind)).toLower(); };
    if (isCopy(span.kind) && span.from != MemoryKind::Unknown && span.to != MemoryKind::Unknown)
        facts.emplace_back(tr("Memory"), tr("%1 to %2").arg(name(span.from), name(span.to)));
}

/// "1.2 ms, quartiles 1.1 to 1.3 ms, 1 to 2 ms in all"
QString spreadText(const TimeSpread &spread)
{
    return tr("median %1, quartiles %2, all %3")
        .arg(exactTimeText(spread.median), translated(timeRangeText(spread.lower, spread.upper)),
             translated(timeRangeText(spread.least, spread.most)));
}

QString foldedInText(const Fold &fold, const FoldedOperation &operation)
{
    return tr("in %1 of %2 steps").arg(operation.steps).arg(fold.steps);
}

/// What stands for the times of an operation that no run had.
void addFolded(std::vector<SpanFact> &facts, const Fold &fold, const FoldedOperation &operation)
{
    facts.emplace_back(tr("Folded"), foldedInText(fold, operation));
    facts.emplace_back(tr("Started"), spreadText(operation.start));
    facts.emplace_back(tr("Duration"), spreadText(operation.duration));
}

const FoldedOperation *foldedOf(const Timeline &timeline, std::uint32_t index)
{
    const Fold *fold = timeline.fold();
    return fold && index < fold->operations.size() ? &fold->operations[index] : nullptr;
}

} // namespace

namespace {

QString threadText(const Timeline &timeline, std::int32_t number)
{
    const EventThread *thread = timeline.hostEvents() ? timeline.hostEvents()->thread(number) : nullptr;
    return thread ? QString::fromStdString(thread->name) : QString::number(number);
}

/// One line for each function, the innermost first: its line is the one to look at.
void addStack(std::vector<SpanFact> &facts, const QString &stack)
{
    constexpr qsizetype most = 8;
    const QStringList frames =
        stack.split(QLatin1String(originSeparator.data(), static_cast<qsizetype>(originSeparator.size())));
    for (qsizetype i = 0; i < std::min(frames.size(), most); ++i)
        facts.emplace_back(i == 0 ? tr("Called from") : tr("called by"), frames[frames.size() - 1 - i]);
}

/// What issued the operation.
void addOrigin(std::vector<SpanFact> &facts, const Timeline &timeline, std::uint32_t index)
{
    const HostOrigins &origins = timeline.origins();
    const auto add = [&](const QString &label, OriginPart part) {
        if (origins.textNumber(index, part) > 0)
            facts.emplace_back(label, QString::fromStdString(origins.text(index, part)));
    };
    add(tr("Call"), OriginPart::Call);
    if (const QString result = failedResultText(timeline, index); !result.isEmpty())
        facts.emplace_back(tr("Returned"), result);
    if (const QString latency = queueLatencyText(timeline, index); !latency.isEmpty())
        facts.emplace_back(tr("Queue latency"), latency);
    add(tr("Operator"), OriginPart::Operator);
    add(tr("Ranges"), OriginPart::Range);
    add(tr("Module"), OriginPart::Module);
    if (origins.textNumber(index, OriginPart::Stack) > 0)
        addStack(facts, QString::fromStdString(origins.text(index, OriginPart::Stack)));
}

} // namespace

std::vector<SpanFact> spanFacts(const Timeline &timeline, std::uint32_t index)
{
    const Span span = timeline.span(index);
    std::vector<SpanFact> facts;
    facts.emplace_back(tr("What"), kindSign(span.kind) + QLatin1Char(' ') + kindTitle(span.kind));
    facts.emplace_back(tr("Name"), QString::fromStdString(timeline.name(span.name)));
    facts.emplace_back(tr("Stream"), streamText(timeline, span));
    if (span.engine != Engine::None)
        facts.emplace_back(tr("Engine"), engineTitle(span.engine));
    if (timeline.anyThread())
        facts.emplace_back(tr("Host thread"), threadText(timeline, span.thread));
    if (span.chunk >= 0)
        facts.emplace_back(tr("Chunk"), QString::number(span.chunk));
    if (const FoldedOperation *folded = foldedOf(timeline, index))
        addFolded(facts, *timeline.fold(), *folded);
    else
        addTimes(facts, span);
    if (span.bytes > 0) {
        facts.emplace_back(tr("Bytes"), bytesText(span.bytes));
        const QString rate = bandwidthText(span.bytes, span.duration());
        if (!rate.isEmpty() && (isCopy(span.kind) || span.kind == OperationKind::Memset))
            facts.emplace_back(tr("Rate"), rate);
    }
    addMemory(facts, span);
    if (const LaunchShape *shape = timeline.launchShape(index))
        addLaunch(facts, *shape);
    addOrigin(facts, timeline, index);
    facts.emplace_back(tr("Clock"), clockOf(timeline, span));
    return facts;
}

QString spanTitle(const Timeline &timeline, std::uint32_t index)
{
    const Span span = timeline.span(index);
    const QString what = kindTitle(span.kind) + QLatin1Char(' ') + QString::fromStdString(timeline.name(span.name));
    return span.stream < 0 ? what : tr("%1 on stream %2").arg(what, streamText(timeline, span));
}

QString factsHtml(const std::vector<SpanFact> &facts)
{
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    for (const auto &[label, value] : facts)
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(label, value.toHtmlEscaped());
    return html + QStringLiteral("</table>");
}

QString spanToolTip(const Timeline &timeline, std::uint32_t index, std::uint32_t mergedCount)
{
    const Span span = timeline.span(index);
    const FoldedOperation *folded = foldedOf(timeline, index);
    QString where = kindTitle(span.kind);
    if (!folded)
        where += QStringLiteral(" · ") + timeText(span.duration());
    if (span.stream >= 0)
        where += QStringLiteral(" · ") + tr("stream %1").arg(streamText(timeline, span));
    if (const auto latency = queueLatency(timeline, index); latency && *latency >= 0 && mergedCount <= 1)
        where += QStringLiteral(" · ") + tr("queue latency %1").arg(timeText(*latency));
    QStringList lines{shortSpanName(timeline, index), where};
    if (folded)
        lines << foldedInText(*timeline.fold(), *folded) << tr("duration: %1").arg(spreadText(folded->duration))
              << tr("start: %1").arg(spreadText(folded->start));
    if (mergedCount > 1)
        lines << tr("the longest of %1 operations in this pixel: zoom in to tell them apart").arg(mergedCount);
    return toolTipHtml(lines);
}

QString toolTipHtml(const QStringList &lines)
{
    QStringList escaped;
    for (const QString &line : lines)
        escaped << line.toHtmlEscaped();
    return QStringLiteral("<p style='white-space:pre; margin:0'>%1</p>").arg(escaped.join(QStringLiteral("<br>")));
}

QString hostCallName(const Timeline &timeline, std::uint32_t index)
{
    const HostCalls &calls = timeline.hostCalls();
    const std::int64_t issue = timeline.issue(index);
    auto call = std::lower_bound(calls.begin(), calls.end(), issue,
                                 [](const HostCall &one, std::int64_t ns) { return one.begin < ns; });
    for (; call != calls.end() && call->begin == issue; ++call)
        if (call->firstSpan <= index && index - call->firstSpan < call->spans)
            return QString::fromStdString(timeline.name(call->name));
    return QString::fromUtf8(chromeCallName(timeline.kinds()[index]));
}

QString shortSpanName(const Timeline &timeline, std::uint32_t index)
{
    const std::string &name = timeline.name(timeline.nameIndices()[index]);
    return QString::fromStdString(timeline.kinds()[index] == OperationKind::Kernel ? shortKernelName(name) : name);
}

} // namespace streamscope
