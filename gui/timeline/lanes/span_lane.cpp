// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host/host_events.h"
#include "gui/language/translated.h"
#include "gui/timeline/marks/merged_differences.h"
#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/model/lane_kinds.h"
#include "gui/timeline/model/operation_lane.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/bar_labels.h"
#include "gui/timeline/scene/row_walk.h"
#include "gui/timeline/scene/scene_bars.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/text/translation.h"
#include "gui/timeline/text/wait_text.h"

#include "engine/formats/reports/comparison_words.h"
#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace streamscope {

namespace {

/// "stream:0:2", "engine:0:copy_h2d", "host", "sync", for another thread than the first "host:1".
QString keyOf(const Lane &lane, int device, const std::string &streamId)
{
    const QString thread = lane.thread > 0 ? QStringLiteral(":%1").arg(lane.thread) : QString();
    switch (lane.kind) {
    case LaneKind::Host:
        return QStringLiteral("host") + thread;
    case LaneKind::Sync:
        return QStringLiteral("sync") + thread;
    case LaneKind::Stream:
        return QStringLiteral("stream:%1:%2").arg(device).arg(QString::fromStdString(streamId));
    case LaneKind::Engine:
        return QStringLiteral("engine:%1:%2").arg(device).arg(QString::fromUtf8(engineName(lane.engine)));
    }
    return {};
}

/// Adds the bars of a walk on whole device pixels. Spans narrower than a device pixel are merged with their neighbours
/// in the same pixel and counted. No span is dropped, and none is drawn more than a pixel wider than its duration.
template <typename Source>
class BarSink
{
public:
    BarSink(const Source &source, LaneKind lane, const PixelGrid &grid, SceneBars &bars, bool waiting, bool mixes)
        : m_source(source), m_bars(bars), m_grid(grid), m_waiting(waiting), m_mixes(mixes)
    {
        for (std::size_t tag = 0; tag < m_looks.size(); ++tag) {
            const OperationKind kind = kindOfTag(tag), shown = waiting ? kind : shownKind(lane, kind);
            m_looks[tag] = {shown == kind ? static_cast<std::uint8_t>(tag) : static_cast<std::uint8_t>(shown),
                            waiting || isWaitingItself(kind)};
        }
    }

    void wide(std::int64_t left, std::int64_t right, std::size_t i, std::uint32_t tag)
    {
        // A narrow bar in the first pixel keeps that pixel: the wide one would hide it.
        if (m_lastNarrow == left && right - left > 1)
            ++left;
        left = std::max<std::int64_t>(left, 0);
        right = std::min(right, m_grid.pixels());
        if (right <= left)
            return;
        m_bars.addWide(left, right, m_source.id(i), m_looks[tag].colour, m_looks[tag].waiting);
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
        m_bars.addCell(cell.pixel, count, static_cast<float>(coverage), cell.longest, look.colour, look.waiting);
        if (m_mixes && cell.count > 1)
            m_bars.addMix(coverage < 1 ? cell.mix : cell.mix.limited());
        if (!m_waiting)
            noteDense(cell);
    }

    void finish()
    {
        if (m_denseCount > 1)
            m_bars.addDense(m_denseFirst, m_densePast, m_denseCount);
        m_denseCount = 0;
    }

private:
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
        std::uint8_t colour;
        bool waiting;
    };

    const Source &m_source;
    std::array<Look, barColourCount> m_looks; ///< by tag
    SceneBars &m_bars;
    const PixelGrid &m_grid;
    bool m_waiting;
    bool m_mixes; ///< cells of several operations are stacks
    std::int64_t m_lastNarrow = std::numeric_limits<std::int64_t>::min();
    std::int64_t m_denseFirst = 0, m_densePast = 0;
    std::uint64_t m_denseCount = 0;
};

template <typename Source>
void walkRow(const IntervalPyramid &pyramid, const Source &source, LaneKind lane, const PixelGrid &grid,
             SceneBars &bars, bool waiting)
{
    if (pyramid.size() == 0)
        return;
    const bool mixes = pyramid.classes().isMixed();
    if (mixes)
        bars.setClasses(pyramid.classes());
    BarSink<Source> sink(source, lane, grid, bars, waiting, mixes);
    RowWalk<Source, BarSink<Source>>(pyramid, source, grid, sink).walk();
    sink.finish();
}

/// The spans of a Lane, executing and waiting.
class SpanLane final : public OperationLane
{
    Q_DECLARE_TR_FUNCTIONS(SpanLane)

public:
    SpanLane(Lane operations, const LaneSource &source);

    bool isIn(LaneGrouping grouping) const override;
    LaneHeading heading(const TimelineContent &content, LaneGrouping grouping) const override;
    std::size_t rows() const override { return lane.rows.size(); }
    void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                 SceneBars &bars) const override;
    std::span<const KindStyle> colours(const TimelineTheme &theme, bool) const override { return barColours(theme); }
    QString barLabel(const TimelineContent &, const TimelineScene &, const SceneBar &bar, BarLabels &labels,
                     double room) const override
    {
        return labels.of(bar, lane.kind, verification, room);
    }
    QString wholeLabel(const TimelineContent &content, const TimelineScene &, const SceneBar &bar) const override
    {
        return BarLabels::whole(content, bar, lane.kind, verification);
    }
    QString busyText() const override;
    QString countText(const TimelineContent &content) const override;
    QString toolTip(const TimelineContent &content) const override;
    QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                       double x) const override;

private:
    std::optional<LaneHeading> m_thread; ///< on the host, where a trace has events of it
    double m_blockedShare = 0;           ///< Sync lane: of the length of the run, in synchronisations
};

SpanLane::SpanLane(Lane operations, const LaneSource &source)
{
    lane = std::move(operations);
    const Timeline &timeline = source.content.timeline();
    const auto stream = static_cast<std::size_t>(std::max(lane.stream, 0));
    const bool isStream = lane.kind == LaneKind::Stream;
    key = keyOf(lane, lane.device, isStream ? timeline.streams()[stream].id : std::string());
    title = translated(lane.label);
    detail = QString::fromStdString(lane.detail);
    const HostEvents *events = isOnHost() ? source.recording.timeline.hostEvents() : nullptr;
    if (const EventThread *thread = events ? events->thread(lane.thread) : nullptr) {
        m_thread = threadHeading(source, lane.thread, QString::fromStdString(thread->name));
        title = lane.kind == LaneKind::Sync ? tr("Waits") : tr("CUDA calls");
    } else if (isOnHost() && source.side && anyHostEvents(source.content)) { // beside that of the other run
        m_thread = threadHeading(source, lane.thread, {});
    }
    isPrediction = source.side ? source.content.compared()->run(*source.side).origin == RunOrigin::Predicted
                               : source.content.isPrediction();
    if (!isOnHost())
        device = lane.device - source.part.firstDevice;
    if (!isPrediction && !isOnHost())
        verification = source.verification;
    if (source.runNs > 0) {
        busyShare = static_cast<double>(lane.busyNs) / static_cast<double>(source.runNs);
        m_blockedShare = static_cast<double>(lane.blockedNs) / static_cast<double>(source.runNs);
    }
    if (!source.side)
        return;
    // Each lane of a comparison says its run and its clocks, and has its arrangement apart from that of a single run.
    const TimelineStream own =
        isStream ? source.recording.timeline.streams()[stream - source.part.firstStream] : TimelineStream();
    comparedAs = keyOf(lane, device.value_or(0), own.id);
    pairsInOrder = isStream;
    side = source.side;
    key.prepend(sideKey(*side) + QLatin1Char('/'));
    if (isStream && title.startsWith(QLatin1String("Stream ")))
        title = QStringLiteral("Stream ") + QString::fromStdString(own.id);
    title.prepend(translated(sideTitle(*side)) + QStringLiteral("  "));
    const QString dot = QStringLiteral(" · ");
    detail +=
        (detail.isEmpty() ? QString() : dot) + QString::fromStdString(source.recording.device.id) + dot + source.clocks;
    if (!isOnHost())
        differences = DifferenceSums(*source.content.compared(), lane.spans);
}

bool SpanLane::isIn(LaneGrouping grouping) const
{
    switch (grouping) {
    case LaneGrouping::All:
    case LaneGrouping::Devices:
        return true;
    case LaneGrouping::Streams:
        return lane.kind != LaneKind::Engine;
    case LaneGrouping::Engines:
        return lane.kind != LaneKind::Stream;
    case LaneGrouping::Multiprocessors:
        return lane.kind == LaneKind::Engine;
    }
    return true;
}

LaneHeading SpanLane::heading(const TimelineContent &content, LaneGrouping grouping) const
{
    const auto made = [](const QString &headingKey, const QString &text) {
        return LaneHeading{headingKey, text, text};
    };
    if (side && grouping == LaneGrouping::Devices)
        return sideHeading(content, *side);
    if (m_thread) // with its operators and ranges
        return *m_thread;
    if (isOnHost())
        return made(QStringLiteral("group:host"), tr("Host"));
    if (grouping == LaneGrouping::Devices || content.hasSeveralDevices())
        return content.deviceHeading(*device);
    return lane.kind == LaneKind::Stream ? made(QStringLiteral("group:streams"), tr("Streams"))
                                         : made(QStringLiteral("group:engines"), tr("Engines"));
}

void SpanLane::addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid, SceneBars &bars) const
{
    const Timeline &timeline = content.timeline();
    const LaneRow &spans = lane.rows[row];
    const SpanTags tags{content.names().tags()};
    walkRow(spans.waiting, WaitingIntervals{timeline, spans, lane.spans.data(), tags}, lane.kind, grid, bars, true);
    walkRow(spans.executing, ExecutingIntervals{timeline, lane.kind, lane.spans.data() + spans.first, tags}, lane.kind,
            grid, bars, false);
}

QString SpanLane::busyText() const
{
    if (lane.spans.empty())
        return tr("idle");
    return busyShare && lane.kind == LaneKind::Sync ? tr("%1 % waiting").arg(percentText(m_blockedShare))
                                                    : ContentLane::busyText();
}

QString SpanLane::countText(const TimelineContent &) const
{
    return tr("%n operation(s)", nullptr, static_cast<int>(lane.spans.size()));
}

QString SpanLane::toolTip(const TimelineContent &content) const
{
    QString text = title;
    if (!detail.isEmpty())
        text += QStringLiteral(", ") + detail;
    text += QLatin1Char('\n') + countText(content)
            + tr(", executing for %1 in all").arg(axisLengthText(content, lane.busyNs));
    if (lane.blockedNs > 0)
        text += tr(", waiting in synchronisations for %1").arg(axisLengthText(content, lane.blockedNs));
    return text;
}

QString SpanLane::barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                             double) const
{
    const ComparedRuns *compared = content.compared();
    if (!compared && lane.kind == LaneKind::Host)
        return hostToolTip(content.timeline(), bar.span, bar.count);
    return compared ? comparedToolTip(*compared, bar.span, bar.count, MergedDifferences(content, scene).of(bar))
                    : spanToolTip(content.timeline(), bar.span, bar.count);
}

ContentLanes lanesOf(const LaneSource &source, Grouping grouping)
{
    ContentLanes lanes;
    for (Lane &lane : buildLanes(source.content.timeline(), source.recording.device, grouping, source.part))
        lanes.push_back(std::make_shared<SpanLane>(std::move(lane), source));
    return lanes;
}

} // namespace

LaneHeading sideHeading(const TimelineContent &content, Side side)
{
    const NamedRun &run = content.compared()->run(side);
    const QString text =
        tr("%1: %2  ·  %3  ·  %4").arg(translated(sideTitle(side)), originTitle(run.origin), run.title, runFacts(run));
    return {QStringLiteral("group:side:") + sideKey(side), text, text};
}

ContentLanes hostLanes(const LaneSource &source)
{
    return lanesOf(source, Grouping::Host);
}

/// By device, then by number; streams with other names stay where the file has them, behind.
ContentLanes streamLanes(const LaneSource &source)
{
    ContentLanes lanes = lanesOf(source, Grouping::Streams);
    const auto place = [&source](const std::shared_ptr<const ContentLane> &lane) {
        const Lane &stream = lane->operations()->lane;
        const std::string &id =
            source.content.timeline().streams()[static_cast<std::size_t>(std::max(stream.stream, 0))].id;
        bool isNumber = false;
        const qulonglong number = QString::fromStdString(id).toULongLong(&isNumber);
        return std::tuple(stream.device, !isNumber, number);
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const auto &a, const auto &b) { return place(a) < place(b); });
    return lanes;
}

ContentLanes engineLanes(const LaneSource &source)
{
    return lanesOf(source, Grouping::Engines);
}

} // namespace streamscope
