// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/steps/step_actions.h"

#include "engine/run/fold_steps.h"
#include "gui/actions/window_actions.h"
#include "gui/results/panels.h"
#include "gui/steps/step_facts.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// Finding steps takes time in proportion to the run; whether there are any is known from the lanes.
bool hasSteps(const TimelineContent *content)
{
    return content && !content->isEmpty() && !content->compared() && !content->coming()
           && std::ranges::any_of(content->lanes(),
                                  [](const auto &lane) { return lane->key == QLatin1String("steps"); });
}

} // namespace

StepActions::StepActions(Workspace &workspace, const WindowActions &actions, TimelineWidget *timeline,
                         SelectionPanel *page, std::function<void()> openPage)
    : m_workspace(workspace), m_actions(actions), m_timeline(timeline), m_page(page), m_openPage(std::move(openPage))
{
    // A click sets the range and then clears the selected operation, which empties the page.
    connect(timeline->state(), &TimelineState::rangeChanged, this, &StepActions::describe);
    connect(timeline->state(), &TimelineState::spanSelected, this, &StepActions::describe);
    connect(actions.medianStep, &QAction::triggered, this, [this] { go(figuresOf(steps()).medianStep); });
    connect(actions.oddStep, &QAction::triggered, this, [this] { go(*figuresOf(steps()).odd); });
    connect(actions.compareMedianStep, &QAction::triggered, this, &StepActions::compareWithMedian);
    connect(actions.compareStepBefore, &QAction::triggered, this, &StepActions::compareWithFormer);
    connect(actions.foldSteps, &QAction::triggered, this, &StepActions::fold);
    timeline->input()->setTimesMenu([this](const TimeRange &times, const QPoint &at) { return showMenu(times, at); });
    update();
}

void StepActions::update()
{
    const bool any = !steps().empty();
    const auto step = selected();
    const StepFigures figures = any ? figuresOf(steps()) : StepFigures();
    m_actions.medianStep->setEnabled(any);
    m_actions.foldSteps->setEnabled(steps().steps.size() > 1);
    m_actions.oddStep->setEnabled(figures.odd.has_value());
    m_actions.compareMedianStep->setEnabled(step && *step != figures.medianStep);
    m_actions.compareStepBefore->setEnabled(step && *step > 0);
}

const Steps &StepActions::steps()
{
    const auto &content = m_timeline->state()->content();
    if (!hasSteps(content.get())) {
        m_steps = {};
        m_of.reset();
    } else if (m_of.lock() != content) {
        m_steps = findSteps(content->timeline());
        m_of = content;
    }
    return m_steps;
}

std::optional<std::size_t> StepActions::stepAt(const std::optional<TimeRange> &times)
{
    if (!times)
        return std::nullopt;
    const std::vector<Step> &all = steps().steps;
    const auto found = std::ranges::find_if(
        all, [&](const Step &step) { return step.begin() == times->begin && step.end() == times->end; });
    return found == all.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - all.begin()));
}

/// An operation that is selected beside the range has the page.
std::optional<std::size_t> StepActions::selected()
{
    const TimelineState *state = m_timeline->state();
    return state->selectedSpan() ? std::nullopt : stepAt(state->selectedRange());
}

void StepActions::describe()
{
    const auto step = selected();
    if (!step) {
        if (std::exchange(m_describes, false) && !m_timeline->state()->selectedSpan())
            m_page->setSpan(nullptr, -1);
        return;
    }
    m_describes = true;
    m_page->clear();
    addStepFacts(*m_page, steps(), *step);
    if (*step != figuresOf(steps()).medianStep)
        m_page->addCommand(tr("Compare"), tr("with the median step"), [this] { compareWithMedian(); });
    if (*step > 0)
        m_page->addCommand(tr("Compare"), tr("with the step before"), [this] { compareWithFormer(); });
    m_page->fit();
}

bool StepActions::showMenu(const TimeRange &times, const QPoint &globalPosition)
{
    if (!stepAt(times))
        return false;
    m_timeline->state()->setRange(times); // what the menu is about
    m_timeline->state()->selectSpan(-1);
    update();
    auto *menu = new QMenu(m_timeline);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_actions.compareMedianStep, m_actions.compareStepBefore});
    menu->addSeparator();
    menu->addActions({m_actions.medianStep, m_actions.oddStep, m_actions.foldSteps});
    menu->popup(globalPosition);
    return true;
}

void StepActions::go(std::size_t index)
{
    TimelineState *state = m_timeline->state();
    const Step &step = steps().steps[index];
    const TimeRange times{step.begin(), step.end()};
    state->setRange(times);
    state->selectSpan(-1);
    state->fitRange(times.begin, times.end);
}

/// Its document may come while another one is in front: then the answer is dropped.
void StepActions::fold()
{
    const auto trace = m_workspace.shown().result;
    if (!trace)
        return;
    m_folding.startOrDo(
        trace->recording.timeline.size(), [trace](const RunControl &) { return foldSteps(*trace); },
        [this, number = m_workspace.frontNumber()](RunResult folded) {
            if (number == m_workspace.frontNumber())
                m_workspace.addMade(std::make_shared<const RunResult>(std::move(folded)));
        });
}

void StepActions::compareWithMedian()
{
    if (selected())
        compareWith(figuresOf(steps()).medianStep);
}

void StepActions::compareWithFormer()
{
    if (const auto step = selected(); step && *step > 0)
        compareWith(*step - 1);
}

void StepActions::compareWith(std::size_t other)
{
    const auto step = selected();
    describe(); // without a former comparison
    addStepDifference(
        *m_page, m_timeline->state()->content()->timeline(), steps(), other, *step,
        [state = m_timeline->state()](const TimeRange &times) { state->fitRange(times.begin, times.end); });
    m_openPage();
}

} // namespace streamscope
