// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/served_content.h"

#include "engine/program/errors.h"
#include "engine/run/advice/advice.h"
#include "engine/run/trace_job.h"
#include "engine/timeline/saturating.h"
#include "engine/timeline/span_query.h"
#include "gui/language/language.h"
#include "gui/pictures/exports.h"
#include "gui/remote/picture_look.h"
#include "gui/remote/row_bars.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/pixel_grid.h"
#include "gui/timeline/scene/run_density.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/timeline_theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr int densityColumns = 1024;
constexpr int percents = 100;

std::string plain(const QString &text)
{
    return text.toStdString();
}

/// Of lanes with colours of their own, by theme.
std::vector<std::uint32_t> fillsOf(const ContentLane &lane)
{
    std::vector<std::uint32_t> fills;
    for (const bool highContrast : {false, true})
        for (const bool dark : {false, true}) {
            const TimelineTheme &theme = TimelineTheme::of(dark, highContrast);
            for (const KindStyle &style : lane.colours(theme, false))
                fills.push_back(style.fill.rgb() & 0xffffffU);
        }
    return fills;
}

/// The match to which a step goes; the end where there is none, and for no step.
std::vector<std::uint32_t>::const_iterator stepFrom(const std::vector<std::uint32_t> &matches,
                                                    const SearchQuestion &question)
{
    if (matches.empty() || question.step == SearchQuestion::Step::None)
        return matches.end();
    if (question.step == SearchQuestion::Step::Next) {
        const auto next = std::upper_bound(matches.begin(), matches.end(), question.from);
        return next == matches.end() ? matches.begin() : next;
    }
    const auto at = std::lower_bound(matches.begin(), matches.end(), question.from);
    return (at == matches.begin() ? matches.end() : at) - 1;
}

class ServedContent final : public ServedTrace
{
public:
    explicit ServedContent(std::shared_ptr<const RunResult> result)
        : m_result(std::move(result)), m_content({m_result, &m_result->recording})
    {
        for (const auto &lane : m_content.lanes()) // blocks and counters are not looked at from elsewhere
            if (!lane->isDetail() && !lane->isCounter())
                m_lanes.push_back(lane);
    }

    OpenedTrace opened() const override;
    RowsAnswer rows(const RowsQuestion &question) const override;
    BarAnswer bar(const BarQuestion &question) const override;
    RangeFigures range(std::int64_t beginNs, std::int64_t endNs) const override
    {
        return figuresOfRange(m_content.timeline(), beginNs, endNs);
    }
    SearchAnswer search(const SearchQuestion &question) const override;
    RunAnalysis advised(const RunControl &control) const override;
    void exportTo(const WorkQuestion &question, OutputFile &file, const RunControl &control) const override;

private:
    TraceLane factsOf(const ContentLane &lane) const;
    TimelineScene sceneOf(const TraceView &view, const TraceRow &row) const;
    std::string laneOf(std::uint32_t span) const;

    mutable std::string m_searched; ///< the text of the last search
    mutable std::vector<std::uint32_t> m_matches;
    std::shared_ptr<const RunResult> m_result;
    TimelineContent m_content;
    ContentLanes m_lanes;
};

TraceLane ServedContent::factsOf(const ContentLane &lane) const
{
    TraceLane facts;
    facts.key = plain(lane.key);
    facts.title = plain(lane.title);
    facts.detail = plain(lane.detail);
    facts.busyText = plain(lane.busyText());
    facts.countText = plain(lane.countText(m_content));
    facts.toolTip = plain(lane.toolTip(m_content));
    facts.busyShare = lane.busyShare;
    facts.device = lane.device.value_or(-1);
    facts.rows = static_cast<std::uint32_t>(lane.rows());
    for (int i = 0; i < laneGroupingCount; ++i) {
        const auto grouping = static_cast<LaneGrouping>(i);
        if (lane.isIn(grouping))
            facts.groupings = static_cast<std::uint8_t>(facts.groupings | (1U << static_cast<unsigned>(i)));
        const LaneHeading heading = lane.heading(m_content, grouping);
        facts.headings.push_back(
            {plain(heading.key), plain(heading.title), plain(heading.foldedTitle), heading.foldedAtFirst});
    }
    if (!lane.operations())
        facts.fills = fillsOf(lane);
    return facts;
}

OpenedTrace ServedContent::opened() const
{
    OpenedTrace opened;
    TraceFacts &facts = opened.facts;
    facts.beginNs = m_content.beginNs();
    facts.endNs = m_content.endNs();
    facts.operations = m_content.timeline().size();
    for (const auto &lane : m_lanes)
        facts.lanes.push_back(factsOf(*lane));
    facts.kinds = m_content.kindsUsed();
    facts.anythingWaited = m_content.anythingWaited();
    facts.severalDevices = m_content.hasSeveralDevices();
    for (const NameColours::Kernel &kernel : m_content.names().kernels())
        facts.kernels.push_back({kernel.name, kernel.tag, kernel.totalNs});
    facts.kernelNames = m_content.names().kernelNames();
    for (const DensityColumn &column : runDensity(m_content, densityColumns))
        for (const float share : column.share)
            facts.density.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0F, 1.0F) * 255)));
    const Recording &recording = m_result->recording;
    opened.recording.device = recording.device;
    opened.recording.makespans = recording.makespans;
    opened.recording.verification = recording.verification;
    opened.recording.verificationText = recording.verificationText;
    opened.recording.notes = recording.notes;
    opened.recording.environment = recording.environment;
    opened.analysis = m_result->analysis;
    opened.import = *m_result->import;
    return opened;
}

/// Of the one row, as tall as a pixel.
TimelineScene ServedContent::sceneOf(const TraceView &view, const TraceRow &row) const
{
    if (row.lane >= m_lanes.size() || row.row >= m_lanes[row.lane]->rows())
        throw RunError("the trace has no such row");
    const ContentLane &lane = *m_lanes[row.lane];
    TimelineScene scene;
    scene.axis = {view.originNs, view.nsPerPixel};
    scene.plotRect = {0, 0, static_cast<double>(view.pixels), 1};
    scene.size = scene.plotRect.size();
    SceneLane shown;
    shown.rect = scene.plotRect;
    shown.content = m_lanes[row.lane];
    scene.lanes.push_back(std::move(shown));
    scene.bars.start(0, 1);
    scene.bars.beginRow(0, 0, 1, {&lane, row.row});
    lane.addBars(m_content, row.row, PixelGrid(scene.axis, view.pixels), scene.bars);
    return scene;
}

RowsAnswer ServedContent::rows(const RowsQuestion &question) const
{
    RowsAnswer answer;
    LabelTexts texts(answer.texts);
    for (const TraceRow &row : question.rows) {
        const TimelineScene scene = sceneOf(question.view, row);
        const ContentLane &lane = *m_lanes[row.lane];
        answer.rows.push_back(rowBarsOf(scene.bars, row, [&](const SceneBar &bar) {
            return texts.indexOf(lane.wholeLabel(m_content, scene, bar));
        }));
    }
    return answer;
}

BarAnswer ServedContent::bar(const BarQuestion &question) const
{
    const TimelineScene scene = sceneOf(question.view, question.row);
    const ContentLane &lane = *m_lanes[question.row.lane];
    BarAnswer answer;
    const SceneBars::Row &row = scene.bars.rows().front();
    const auto bars = scene.bars.barsOf(row);
    const auto found = std::find_if(bars.rbegin(), bars.rend(),
                                    [&](const SceneBars::Packed &bar) { return bar.left == question.left; });
    if (found == bars.rend())
        return answer;
    const SceneBar bar = scene.bars.barOf(row, *found);
    const double x = question.pointer + 0.5;
    answer.toolTip = plain(lane.barToolTip(m_content, scene, bar, x));
    if (const OperationLane *operations = lane.operations()) {
        for (const auto &[label, value] : spanFacts(m_content.timeline(), bar.span))
            answer.facts.emplace_back(plain(label), plain(value));
        const LaneInterval times = intervalOn(operations->lane.kind, m_content.timeline(), bar.span);
        answer.times = {times.begin, times.end};
    } else if (const auto times = lane.barTimes(scene, bar, x)) {
        answer.times = {times->begin, times->end};
    }
    return answer;
}

/// The lane that shows an operation, streams before engines; empty where none does.
std::string ServedContent::laneOf(std::uint32_t span) const
{
    const Timeline &timeline = m_content.timeline();
    for (const auto &lane : m_lanes) {
        const OperationLane *operations = lane->operations();
        if (!operations
            || (operations->lane.kind == LaneKind::Stream && operations->lane.stream != timeline.streamIndices()[span]))
            continue;
        if (positionOn(operations->lane, timeline, span))
            return plain(lane->key);
    }
    return {};
}

SearchAnswer ServedContent::search(const SearchQuestion &question) const
{
    const Timeline &timeline = m_content.timeline();
    const SpanQuery query = parseQuery(question.text);
    if (std::exchange(m_searched, question.text) != question.text)
        m_matches = query.empty() ? std::vector<std::uint32_t>() : SpanMatcher(query, timeline).all();
    SearchAnswer answer;
    answer.problem = query.problem;
    answer.count = m_matches.size();
    for (const std::uint32_t span : m_matches)
        addTime(answer.sumNs, timeline.ends()[span] - timeline.starts()[span]);
    const auto place = stepFrom(m_matches, question);
    if (place == m_matches.end())
        return answer;
    FoundOperation &found = answer.found.emplace();
    found.number = static_cast<std::uint64_t>(place - m_matches.begin()) + 1;
    found.operation = *place;
    found.lane = laneOf(*place);
    found.beginNs = timeline.starts()[*place];
    found.endNs = timeline.ends()[*place];
    for (const auto &[label, value] : spanFacts(timeline, *place))
        found.facts.emplace_back(plain(label), plain(value));
    return answer;
}

RunAnalysis ServedContent::advised(const RunControl &control) const
{
    RunAnalysis analysis = m_result->analysis;
    if (!analysis.devices.empty())
        addAdvice(analysis, adviseTrace(m_result, {}, control));
    return analysis;
}

void ServedContent::exportTo(const WorkQuestion &question, OutputFile &file, const RunControl &control) const
{
    ImageOptions options = question.look.empty() ? ImageOptions() : readPictureLook(question.look);
    if (question.range)
        options.range = TimeRange{question.range->first, question.range->second};
    writeExport(*m_result, question.suffix, file, options, control);
}

} // namespace

std::unique_ptr<ServedTrace> serveResult(std::shared_ptr<const RunResult> result)
{
    return std::make_unique<ServedContent>(std::move(result));
}

std::unique_ptr<ServedTrace> serveTrace(const TraceRequestContent &request, const RunControl &control)
{
    if (!request.language.empty())
        useLanguage(chosenLanguage(QString::fromStdString(request.language), {}));
    ImportControl reading;
    reading.stop = control.stop;
    int last = -1;
    reading.progress = [&](std::uint64_t done, std::uint64_t total) {
        const int now =
            total > 0 ? static_cast<int>(percents * static_cast<double>(done) / static_cast<double>(total)) : 0;
        if (std::exchange(last, now) != now)
            control.report(std::clamp(now, 0, percents), percents, "reading the trace");
    };
    auto result = std::make_shared<RunResult>(openTrace(TraceRequest{request.path, {request.salvage}}, reading));
    control.report(percents, percents, "making the lanes");
    return serveResult(std::move(result));
}

} // namespace streamscope
