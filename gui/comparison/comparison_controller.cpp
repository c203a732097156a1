// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparison_controller.h"

#include "engine/run/trace_job.h"
#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_panel.h"
#include "gui/results/panels.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/workspace/named_run.h"
#include "gui/workspace/path_text.h"

#include <QScrollBar>

#include <utility>

namespace streamscope {

ComparisonController::ComparisonController(TimelineWidget *timeline, TimelineCoordinator *companions,
                                           ComparisonPanel *panel, QWidget *parent)
    : QObject(parent), m_timeline(timeline), m_companions(companions), m_panel(panel), m_bar(new ComparisonBar(parent))
{
    m_bar->hide();
    connect(&m_task, &BackgroundTask::busyChanged, this, &ComparisonController::busyChanged);
    connect(m_bar, &ComparisonBar::scaleChosen, this, &ComparisonController::setScale);
    connect(m_bar, &ComparisonBar::closed, this, &ComparisonController::close);
    connect(m_panel, &ComparisonPanel::spanSelected, m_timeline, &TimelineWidget::selectSpan);
    connect(m_timeline, &TimelineWidget::spanSelected, m_panel, &ComparisonPanel::selectSpan);
}

void ComparisonController::addRun(const NamedRun &run)
{
    m_history.add(run);
    if (const std::optional<NamedRun> b = std::exchange(m_kept, std::nullopt))
        compare(run, [b](const RunControl &) { return *b; });
    else if (m_shown)
        compare(run, [b = m_shown->runs->run(Side::B)](const RunControl &) { return b; });
}

void ComparisonController::compare(const NamedRun &a, Loader b)
{
    load([a, b = std::move(b), scale = m_scale](const RunControl &control) {
        return std::make_shared<const ComparedRuns>(a, b(control), scale);
    });
}

void ComparisonController::load(std::function<std::shared_ptr<const ComparedRuns>(const RunControl &)> runs)
{
    m_task.start([runs = std::move(runs)](
                     const RunControl &control) { return std::make_shared<const PreparedComparison>(runs(control)); },
                 [this](const std::shared_ptr<const PreparedComparison> &comparison) { show(comparison); });
}

void ComparisonController::compareWithFile(const NamedRun &a, const QString &path)
{
    compare(a, [path = pathOf(path)](const RunControl &control) {
        ImportControl import;
        import.stop = control.stop;
        return namedRun(std::make_shared<const RunResult>(openTrace({path, {}}, import)));
    });
}

void ComparisonController::setScale(ComparisonScale scale)
{
    m_scale = scale;
    if (m_shown && m_shown->runs->scale != scale)
        load([runs = m_shown->runs, scale](const RunControl &) {
            return std::make_shared<const ComparedRuns>(*runs, scale);
        });
}

TimelineView ComparisonController::view() const
{
    return {nullptr,
            m_timeline->content(),
            m_timeline->axis(),
            m_timeline->verticalScrollBar()->value(),
            m_timeline->selectedSpan(),
            m_timeline->selectedRange()};
}

void ComparisonController::show(const std::shared_ptr<const PreparedComparison> &comparison)
{
    const bool another = m_shown && m_shown->runs->run(Side::A).recording != comparison->runs->run(Side::A).recording;
    const std::optional<std::uint32_t> selected = m_timeline->selectedSpan();
    const bool same = m_shown && m_shown->runs->comparison == comparison->runs->comparison;
    const ShownPaths paths = m_timeline->shownPaths();
    if (!m_shown) {
        const auto &a = comparison->runs->run(Side::A).recording;
        const auto &content = m_timeline->content();
        const bool isThere = content && &content->timeline() == &a->timeline; // while B was loaded much may happen
        m_before = isThere ? view() : TimelineView();
        m_before.recording = a;
    } else if (another) {
        m_before = {}; // what was there before is not what A is now
    }
    m_shown = comparison;
    m_panel->setComparison(comparison);
    m_timeline->setContent(comparison->content);
    m_timeline->setRaces({});
    const auto title = [&](Side side) { return comparison->runs->run(side).title; };
    m_companions->setComparison(comparison->runs, title(Side::A) + QStringLiteral(" | ") + title(Side::B));
    m_bar->setComparison(*comparison->runs);
    m_bar->show();
    if (same && selected)
        m_timeline->selectSpan(static_cast<int>(*selected));
    if (same)
        m_timeline->setShownPaths(paths); // only the axis is another
    Q_EMIT shown();
}

void ComparisonController::close()
{
    m_task.cancel();
    m_kept.reset();
    if (!m_shown)
        return;
    m_shown.reset();
    m_panel->setComparison(nullptr);
    m_bar->hide();
    Q_EMIT closed(std::exchange(m_before, {}));
}

void ComparisonController::restore(const TimelineView &view)
{
    m_timeline->setAxis(view.axis);
    m_timeline->verticalScrollBar()->setValue(view.scroll);
    m_timeline->setRange(view.range);
    if (view.selected)
        m_timeline->selectSpan(static_cast<int>(*view.selected));
}

bool ComparisonController::describe(int span, SelectionPanel *panel) const
{
    if (!m_shown)
        return false;
    if (span < 0) {
        panel->setSpan(nullptr, -1);
        return true;
    }
    const ComparedRuns &compared = *m_shown->runs;
    const auto index = static_cast<std::uint32_t>(span);
    const Side side = compared.sideOf(index);
    const OwnSpan own = compared.own(index);
    panel->setSpan(own.timeline, static_cast<int>(own.span));
    panel->addFact(tr("Run"), sideLetter(side) + QStringLiteral(", ") + originTitle(compared.run(side).origin));
    for (const auto &[label, value] : counterpartFacts(compared, index))
        panel->addFact(label, value);
    panel->fit();
    return true;
}

TimelineWidget::TimeRange ComparisonController::rangeOfA(const TimelineWidget::TimeRange &range) const
{
    if (!m_shown)
        return range;
    return {m_shown->runs->ownTime(Side::A, range.beginNs), m_shown->runs->ownTime(Side::A, range.endNs)};
}

} // namespace streamscope
