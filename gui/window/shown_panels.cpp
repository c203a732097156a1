// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/shown_panels.h"

#include "engine/analysis/overlap/filter_overlap.h"
#include "engine/formats/reports/comparison_words.h"
#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_panel.h"
#include "gui/language/translated.h"
#include "gui/ranks/ranks_panel.h"
#include "gui/results/names_panel.h"
#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/results/repeats_panel.h"
#include "gui/results/summary_bar.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/lanes/interval_lanes.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/window/window_docks.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/workspace.h"

#include <QPointer>
#include <QUndoCommand>

#include <memory>
#include <utility>

namespace streamscope {

ShownPanels::ShownPanels(Workspace &workspace, const WindowDocks &docks, TimelineState *timeline,
                         TimelineCoordinator *coordinator, SummaryBar *summary, ComparisonBar *comparison)
    : m_workspace(workspace), m_docks(docks), m_timeline(timeline), m_coordinator(coordinator), m_summary(summary),
      m_bar(comparison)
{
    connect(&workspace, &Workspace::shownChanged, this, &ShownPanels::show);
    connect(&workspace, &Workspace::viewEnds, this, [this] { rememberPart(m_shown); });
    // Tables emit signals while they are destroyed, so none of them is connected with the timeline itself.
    const auto select = [timeline](int span) { timeline->selectSpan(span); };
    connect(docks.operations, &OperationsTable::spanSelected, this, [this](int span) {
        m_timeline->selectSpan(span < 0 ? span : static_cast<int>(onTimeline(static_cast<std::uint32_t>(span))));
    });
    connect(docks.operations, &OperationsTable::showWanted, timeline, &TimelineState::fitSelection);
    connect(docks.comparison, &ComparisonPanel::spanSelected, this, select);
    connect(docks.comparison, &ComparisonPanel::showWanted, timeline, &TimelineState::fitSelection);
    connect(docks.selection, &FactList::linkActivated, this, select);
    connect(timeline, &TimelineState::spanSelected, this, [this](int span) {
        m_docks.operations->selectSpan(inTable(span));
        m_docks.comparison->selectSpan(span);
        describe(span);
    });
    connect(timeline, &TimelineState::rangeChanged, this, &ShownPanels::showRange);
    connect(docks.overlap, &OverlapView::lanesWanted, this, &ShownPanels::showOverlapLanes);
    docks.names->setTimeline(timeline);
    docks.operations->setColours([this, timeline, table = docks.operations](std::uint32_t span) {
        return timeline->barColour(onTimeline(span), TimelineTheme::of(table->palette()));
    });
    connect(timeline, &TimelineState::arrangementChanged, this, &ShownPanels::keepLanes);
    connect(timeline, &TimelineState::marksChanged, this, &ShownPanels::keepMarks);
}

void ShownPanels::show()
{
    const Shown former = std::exchange(m_shown, m_workspace.shown());
    if (m_shown.content != former.content)
        rememberPart(former);
    if (m_shown.view != former.view)
        showView();
    if (m_shown.result != former.result)
        showResult();
    showDevice();
    if (m_shown.recording() != former.recording())
        m_docks.operations->setRecording(m_shown.recording());
    if (m_shown.content != former.content)
        showContent(former);
    showPrediction();
    m_summary->setShown(m_shown);
}

/// The name under which lanes and marks are stored for the next window.
QString ShownPanels::viewName() const
{
    if (!m_shown.comparison)
        return m_workspace.trace() ? m_workspace.trace()->key() : m_shown.name; // two files may share a name
    const auto &[a, b] = m_shown.comparison->runs->runs;
    return a.title + QStringLiteral(" | ") + b.title;
}

void ShownPanels::showView()
{
    DocumentView &view = *m_shown.view;
    if (!view.lanes) {
        view.lanes = LaneArrangement::fromJson(Settings::timelineLanes(viewName()));
        view.marks = TimelineMarks::fromJson(Settings::timelineMarks(viewName()));
    }
    m_timeline->setArrangement(*view.lanes);
    m_timeline->setMarks(view.marks);
}

namespace {

/// Markers, notes and bookmarks of one document before and after the user changed them.
class MarksChange final : public QUndoCommand
{
public:
    MarksChange(ShownPanels *panels, std::shared_ptr<DocumentView> view, QString name, TimelineMarks after)
        : m_panels(panels), m_view(std::move(view)), m_name(std::move(name)), m_before(m_view->marks),
          m_after(std::move(after))
    {
        const auto count = [](const TimelineMarks &marks) { return marks.markers.size(); };
        setText(m_before.bookmarks != m_after.bookmarks ? ShownPanels::tr("bookmark")
                : count(m_before) < count(m_after)      ? ShownPanels::tr("set marker")
                : count(m_before) > count(m_after)      ? ShownPanels::tr("delete marker")
                                                        : ShownPanels::tr("edit note"));
    }

    void undo() override { set(m_before); }
    void redo() override { set(m_after); }

private:
    void set(const TimelineMarks &marks)
    {
        m_view->marks = marks;
        Settings::setTimelineMarks(m_name, marks.toJson());
        if (m_panels)
            m_panels->showMarks(*m_view);
    }

    QPointer<ShownPanels> m_panels;
    std::shared_ptr<DocumentView> m_view;
    QString m_name;
    TimelineMarks m_before, m_after;
};

} // namespace

void ShownPanels::keepMarks()
{
    m_workspace.frontUndoStack()->push(new MarksChange(this, m_shown.view, viewName(), m_timeline->marks()));
}

void ShownPanels::showMarks(const DocumentView &view)
{
    if (m_shown.view.get() == &view && !(m_timeline->marks() == view.marks))
        m_timeline->setMarks(view.marks);
}

void ShownPanels::keepLanes()
{
    if (m_shown.view->lanes == m_timeline->arrangement())
        return;
    m_shown.view->lanes = m_timeline->arrangement();
    Settings::setTimelineLanes(viewName(), m_timeline->arrangement().toJson());
}

void ShownPanels::showResult()
{
    const RunResult *result = m_shown.result.get();
    m_docks.repeats->setMakespans(result ? &result->recording.makespans : nullptr, result && isSimulated(*result));
    m_docks.setPageVisible(m_docks.repeats, !result || (!isSimulated(*result) && !result->import)); // else one run
    m_docks.setPageVisible(m_docks.ranks, result && result->ranks);
    for (QWidget *page : std::initializer_list<QWidget *>{m_docks.names, m_docks.operationsPage})
        m_docks.setPageVisible(page, !m_shown.isElsewhere); // they need the operations
    m_docks.overlap->setResult(m_shown.result);
}

void ShownPanels::showDevice()
{
    const DeviceInfo *device = m_workspace.device();
    const void *known = m_shown.isTrace() ? static_cast<const void *>(m_shown.result.get()) : device;
    if (std::exchange(m_device, known) == known)
        return;
    if (m_shown.isTrace())
        m_docks.device->setTrace(*m_shown.result->import);
    else
        m_docks.device->setDevice(device);
}

void ShownPanels::showContent(const Shown &former)
{
    const std::optional<std::uint32_t> selected = m_timeline->selectedSpan();
    const ShownPaths paths = m_timeline->shownPaths();
    const DocumentView::Part part = shownPart();
    const bool showedAll = m_timeline->showsAll();
    const auto comparisonOf = [](const Shown &shown) {
        return shown.comparison ? shown.comparison->runs->comparison : nullptr;
    };
    const bool compares = m_shown.comparison != nullptr;
    m_coordinator->setContent(m_shown.content, compares ? nullptr : m_shown.program());
    m_timeline->setRaces(compares ? std::vector<Race>() : m_shown.races());
    if (m_shown.comparison != former.comparison)
        showComparison();
    restorePart();
    if (former.grows && former.content && m_shown.content && former.view == m_shown.view && !compares)
        goOn(part, showedAll, former.content->timeline());
    if (compares && comparisonOf(m_shown) == comparisonOf(former)) { // only the axis is another
        if (selected)
            m_timeline->selectSpan(static_cast<int>(*selected));
        m_timeline->setShownPaths(paths);
    }
}

void ShownPanels::showComparison()
{
    m_docks.comparison->setComparison(m_shown.comparison);
    m_bar->setVisible(m_shown.comparison != nullptr);
    if (m_shown.comparison)
        m_bar->setComparison(*m_shown.comparison->runs);
}

void ShownPanels::showPrediction()
{
    const bool isBeside = m_shown.isPredictionBeside() && m_shown.content && !m_shown.comparison;
    const auto beside =
        isBeside ? std::shared_ptr<const Recording>(m_shown.prediction, &m_shown.prediction->recording) : nullptr;
    m_timeline->setPrediction(beside);
    m_docks.operations->setPrediction(beside);
}

namespace {

/// Under which the visible part is kept: the run, however often its content is made, or the two of a comparison.
std::shared_ptr<const void> keyOfPart(const Shown &shown)
{
    return shown.comparison ? std::shared_ptr<const void>(shown.content) : shown.recording();
}

} // namespace

void ShownPanels::rememberPart(const Shown &shown)
{
    const std::shared_ptr<const void> key = keyOfPart(shown);
    if (!key || !shown.content)
        return;
    auto &parts = shown.view->parts;
    std::erase_if(parts, [](const auto &part) { return part.second.of.expired(); });
    parts[key.get()] = shownPart();
    parts[key.get()].of = key;
}

DocumentView::Part ShownPanels::shownPart() const
{
    return {{},
            m_timeline->axis(),
            m_timeline->scrollY(),
            m_timeline->selectedSpan(),
            m_timeline->selectedRange(),
            m_timeline->showsAll()};
}

namespace {

/// The operation of the longer state `now`; none where it has gone.
std::optional<std::uint32_t> sameOperation(const Timeline &former, std::uint32_t span, const Timeline &now)
{
    for (std::uint32_t i = 0; i < now.size(); ++i)
        if (now.starts()[i] == former.starts()[span] && now.ends()[i] == former.ends()[span]
            && now.name(now.nameIndices()[i]) == former.name(former.nameIndices()[span]))
            return i;
    return std::nullopt;
}

} // namespace

/// A longer state of the same recording: who looks at a part of it goes on looking at it.
void ShownPanels::goOn(const DocumentView::Part &part, bool showedAll, const Timeline &former)
{
    m_timeline->setRange(part.range);
    if (part.selected)
        if (const auto span = sameOperation(former, *part.selected, m_shown.content->timeline()))
            m_timeline->selectSpan(static_cast<int>(*span));
    if (showedAll) // selecting may have moved the view
        m_timeline->fitAll();
    else
        m_timeline->setAxis(part.axis);
    m_timeline->setScrollY(part.scrollY);
}

void ShownPanels::restorePart()
{
    DocumentView &view = *m_shown.view;
    const auto known = view.parts.find(keyOfPart(m_shown).get());
    if (!m_shown.content || (known == view.parts.end() && !view.next))
        return;
    const DocumentView::Part part = known == view.parts.end() ? *view.next : known->second;
    view.next.reset();
    if (!part.isWhole && !(part.axis == m_timeline->axis()))
        m_timeline->setAxis(part.axis); // a fitted view stays fitted when the window's size changes
    m_timeline->setScrollY(part.scrollY);
    m_timeline->setRange(part.range);
    if (part.selected)
        m_timeline->selectSpan(static_cast<int>(*part.selected));
}

/// An operation of the table of operations, which has those of one run, among the operations of the timeline.
std::uint32_t ShownPanels::onTimeline(std::uint32_t span) const
{
    const auto &comparison = m_shown.comparison;
    return comparison ? span + static_cast<std::uint32_t>(comparison->runs->spansOf(comparison->alone).first) : span;
}

/// The way back; −1 for an operation that the table does not have.
int ShownPanels::inTable(int span) const
{
    const auto &comparison = m_shown.comparison;
    if (!comparison || span < 0)
        return span;
    const auto index = static_cast<std::uint32_t>(span);
    return comparison->runs->sideOf(index) == comparison->alone ? static_cast<int>(comparison->runs->own(index).span)
                                                                : -1;
}

/// The facts of the selected operation; of a comparison with those of its counterpart.
void ShownPanels::describe(int span) const
{
    SelectionPanel *panel = m_docks.selection;
    const Recording *beside = m_timeline->prediction().get();
    const auto recording = m_shown.recording();
    if (span < 0 || !m_shown.comparison) {
        panel->setSpan(recording ? &recording->timeline : nullptr, span, beside ? &beside->timeline : nullptr);
        return;
    }
    const ComparedRuns &compared = *m_shown.comparison->runs;
    const auto index = static_cast<std::uint32_t>(span);
    const Side side = compared.sideOf(index);
    const OwnSpan own = compared.own(index);
    panel->setSpan(own.timeline, static_cast<int>(own.span));
    panel->addFact(tr("Run"),
                   translated(sideTitle(side)) + QStringLiteral(", ") + originTitle(compared.run(side).origin));
    for (const auto &[label, value] : counterpartFacts(compared, index))
        panel->addFact(label, value);
    panel->fit();
}

namespace {

/// What the timeline shows of an overlap: each filter, all at once, the first one alone.
std::vector<NamedTimes> overlapLanes(const std::vector<std::string> &filters, const OverlapTimes &times)
{
    std::vector<NamedTimes> lanes;
    for (std::size_t i = 0; i < filters.size(); ++i)
        lanes.push_back({QString::fromStdString(filters[i]),
                         ShownPanels::tr("At least one operation that this filter finds runs"), times.filters[i]});
    lanes.push_back({ShownPanels::tr("All at once"), ShownPanels::tr("Each filter has an operation that runs"),
                     times.intersection});
    lanes.push_back({ShownPanels::tr("%1 exposed").arg(QString::fromStdString(filters.front())),
                     ShownPanels::tr("Only the first filter has an operation that runs"), times.exposed});
    return lanes;
}

} // namespace

/// Only over a run alone: in a comparison the axis is another.
void ShownPanels::showOverlapLanes(const std::vector<std::string> &filters,
                                   const std::shared_ptr<const OverlapTimes> &times)
{
    ContentLanes lanes;
    if (times && m_shown.content && !m_shown.comparison)
        lanes = intervalLanes(*m_shown.content, overlapLanes(filters, *times));
    m_timeline->setAskedLanes(std::move(lanes));
}

/// Overlap is that of the document's run, in its own time.
void ShownPanels::showRange() const
{
    const auto range = m_shown.isElsewhere ? std::nullopt : m_timeline->selectedRange();
    const auto own = [&](std::int64_t ns) {
        return m_shown.comparison ? m_shown.comparison->runs->ownTime(m_shown.comparison->alone, ns) : ns;
    };
    m_docks.overlap->setRange(range ? std::optional(TimeRange{own(range->begin), own(range->end)}) : std::nullopt);
}

} // namespace streamscope
