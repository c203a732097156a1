// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/shown_panels.h"

#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_panel.h"
#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/results/repeats_panel.h"
#include "gui/results/summary_bar.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/text/time_text.h"
#include "gui/window/window_docks.h"
#include "gui/workspace/run_text.h"
#include "gui/workspace/workspace.h"

#include <QScrollBar>

#include <cmath>
#include <utility>

namespace streamscope {

ShownPanels::ShownPanels(const Workspace &workspace, const WindowDocks &docks, TimelineWidget *timeline,
                         TimelineCoordinator *companions, SummaryBar *summary, ComparisonBar *comparison)
    : m_workspace(workspace), m_docks(docks), m_timeline(timeline), m_companions(companions), m_summary(summary),
      m_bar(comparison)
{
    connect(&workspace, &Workspace::shownChanged, this, &ShownPanels::show);
    // Dying tables speak, so none of them is connected with the timeline itself.
    const auto select = [timeline](int span) { timeline->selectSpan(span); };
    connect(docks.operations, &OperationsTable::spanSelected, this, select);
    connect(docks.comparison, &ComparisonPanel::spanSelected, this, select);
    connect(timeline, &TimelineWidget::spanSelected, this, [this](int span) {
        m_docks.operations->selectSpan(span);
        m_docks.comparison->selectSpan(span);
        describe(span);
    });
    connect(timeline, &TimelineWidget::rangeChanged, this, &ShownPanels::showRange);
}

void ShownPanels::show()
{
    const Shown former = std::exchange(m_shown, m_workspace.shown());
    if (m_shown.result != former.result)
        showResult();
    showDevice();
    if (m_shown.recording() != former.recording())
        m_docks.operations->setRecording(m_shown.recording());
    if (m_shown.content != former.content)
        showContent(former);
    showPrediction();
    m_summary->setOutdated(m_shown.isOutdated);
}

void ShownPanels::showResult()
{
    const RunResult *result = m_shown.result.get();
    m_summary->setResult(result);
    m_docks.repeats->setMakespans(result ? &result->recording.makespans : nullptr, result && isSimulated(*result));
    m_docks.overlap->setResult(m_shown.result);
    m_docks.findings->setFindings(result ? &result->analysis.findings : nullptr,
                                  result ? result->recording.notes : std::vector<std::string>());
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
    const auto comparisonOf = [](const Shown &shown) {
        return shown.comparison ? shown.comparison->runs->comparison : nullptr;
    };
    rememberView(former);
    m_timeline->setContent(m_shown.content);
    m_timeline->setRaces(m_shown.comparison ? std::vector<Race>() : m_shown.races());
    if (m_shown.comparison != former.comparison)
        showComparison();
    if (!m_shown.content) {
        m_companions->setRecording(nullptr, nullptr, {});
    } else if (!m_shown.comparison) {
        m_companions->setRecording(m_shown.recording(), m_shown.program(), m_shown.name);
        restoreView();
    } else if (comparisonOf(m_shown) == comparisonOf(former)) { // only the axis is another
        if (selected)
            m_timeline->selectSpan(static_cast<int>(*selected));
        m_timeline->setShownPaths(paths);
    }
}

void ShownPanels::showComparison()
{
    m_docks.comparison->setComparison(m_shown.comparison);
    m_bar->setVisible(m_shown.comparison != nullptr);
    if (!m_shown.comparison)
        return;
    const auto &runs = m_shown.comparison->runs;
    m_companions->setComparison(runs, runs->run(Side::A).title + QStringLiteral(" | ") + runs->run(Side::B).title);
    m_bar->setComparison(*runs);
}

void ShownPanels::showPrediction()
{
    const bool isBeside = m_shown.isPredictionBeside() && m_shown.content && !m_shown.comparison;
    const auto beside =
        isBeside ? std::shared_ptr<const Recording>(m_shown.prediction, &m_shown.prediction->recording) : nullptr;
    m_timeline->setPrediction(beside);
    m_docks.operations->setPrediction(beside);
    if (!m_shown.prediction || m_shown.comparison) {
        m_summary->setPrediction({}, {});
        return;
    }
    const Prediction &prediction = *m_shown.prediction;
    QString text = timeText(prediction.makespanNs());
    if (m_shown.isPredictionBeside()) {
        const auto measuredNs = static_cast<double>(m_shown.result->analysis.summary.makespanNs);
        const double difference = static_cast<double>(prediction.makespanNs()) / measuredNs - 1;
        text += QStringLiteral(", %1%2 %")
                    .arg(difference < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                         QString::number(std::abs(difference) * 100, 'f', 1));
    }
    m_summary->setPrediction(text, tr("What the model %1 says for these values (%2). It was not run.")
                                       .arg(QString::fromStdString(prediction.model.profile),
                                            QString::fromStdString(prediction.model.reason)));
}

void ShownPanels::rememberView(const Shown &shown)
{
    std::erase_if(m_views, [](const auto &view) { return view.second.recording.expired(); });
    if (const auto recording = shown.recording(); recording && shown.content && !shown.comparison)
        m_views[recording.get()] = {recording, m_timeline->axis(), m_timeline->verticalScrollBar()->value(),
                                    m_timeline->selectedSpan(), m_timeline->selectedRange()};
}

void ShownPanels::restoreView()
{
    const auto known = m_views.find(m_shown.recording().get());
    if (known == m_views.end())
        return;
    const View view = known->second;
    const TimeAxis fitted = m_timeline->axis();
    if (view.axis.originNs != fitted.originNs || view.axis.nsPerPixel != fitted.nsPerPixel)
        m_timeline->setAxis(view.axis); // a fitted view stays fitted when the window's size changes
    m_timeline->verticalScrollBar()->setValue(view.scroll);
    m_timeline->setRange(view.range);
    if (view.selected)
        m_timeline->selectSpan(static_cast<int>(*view.selected));
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
    panel->addFact(tr("Run"), sideLetter(side) + QStringLiteral(", ") + originTitle(compared.run(side).origin));
    for (const auto &[label, value] : counterpartFacts(compared, index))
        panel->addFact(label, value);
    panel->fit();
}

/// Overlap is that of run A, in its own time.
void ShownPanels::showRange() const
{
    const auto range = m_timeline->selectedRange();
    const auto own = [&](std::int64_t ns) {
        return m_shown.comparison ? m_shown.comparison->runs->ownTime(Side::A, ns) : ns;
    };
    m_docks.overlap->setRange(range ? std::optional(TimeRange{own(range->beginNs), own(range->endNs)}) : std::nullopt);
}

} // namespace streamscope
