// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/timeline_coordinator.h"

#include "engine/run/compared_runs.h"
#include "engine/timeline/recording.h"
#include "gui/results/operations_table.h"
#include "gui/results/range_panel.h"
#include "gui/timeline/widget/keys_dialog.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/workspace/settings.h"

#include <utility>

namespace streamscope {

TimelineCoordinator::TimelineCoordinator(TimelineWidget *timeline, SearchBar *search, OperationsTable *table,
                                         RangePanel *range)
    : QObject(timeline), m_timeline(timeline), m_search(search), m_range(range)
{
    TimelineState *state = timeline->state();
    TimelineInput *input = timeline->input();
    search->hide();
    input->setKeys(TimelineKeys::fromJson(Settings::timelineKeys()));
    connect(input, &TimelineInput::findWanted, search, &SearchBar::open);
    connect(input, &TimelineInput::findStepWanted, search, &SearchBar::step);
    connect(input, &TimelineInput::helpWanted, this, &TimelineCoordinator::showKeys);
    connect(state, &TimelineState::spanSelected, search, &SearchBar::setCurrent);
    connect(state, &TimelineState::rangeChanged, this, &TimelineCoordinator::updateRange);
    connect(search, &SearchBar::spanChosen, state, &TimelineState::selectSpan);
    connect(search, &SearchBar::foundChanged, state, [state, search] { state->setFound(search->found()); });
    connect(search, &SearchBar::queryChanged, table, &OperationsTable::setFilter);
    connect(search, &SearchBar::closed, timeline, [timeline] { timeline->setFocus(); });
}

void TimelineCoordinator::setContent(const std::shared_ptr<const TimelineContent> &content,
                                     std::shared_ptr<const Program> program)
{
    m_timeline->setContent(content);
    m_timeline->state()->setProgram(std::move(program));
    const bool isElsewhere = content && content->coming();
    const bool hasRun = content && !content->isEmpty() && !isElsewhere;
    m_search->setElsewhere(isElsewhere);
    m_search->setRecording(hasRun ? std::shared_ptr<const Recording>(content, &content->recording()) : nullptr);
    updateRange();
}

void TimelineCoordinator::updateRange()
{
    const auto &content = m_timeline->state()->content();
    const auto range = m_timeline->state()->selectedRange();
    m_task.cancel();
    if (!range || !content) {
        m_range->setFigures(nullptr);
        return;
    }
    if (content->coming()) { // the other machine has the operations
        m_range->setPending(range->end - range->begin);
        return;
    }
    if (const ComparedRuns *compared = content->compared()) {
        const auto figures = [&](Side side) {
            return figuresOfRange(compared->run(side).recording->timeline, compared->ownTime(side, range->begin),
                                  compared->ownTime(side, range->end));
        };
        m_range->setFiguresOfTwo(figures(Side::A), figures(Side::B));
        return;
    }
    const auto work = [content, at = *range](const RunControl &) {
        return figuresOfRange(content->timeline(), at.begin, at.end);
    };
    m_task.startOrDo(
        content->timeline().size(), work,
        [this](const RangeFigures &figures) {
            m_range->setFigures(&figures);
            m_timeline->state()->setRangeTable(rangeRows(figures));
        },
        [this](const QString &problem) {
            m_range->setFigures(nullptr);
            Q_EMIT BackgroundProblems::instance().arose(problem);
        });
    if (m_task.isBusy())
        m_range->setPending(range->end - range->begin);
}

void TimelineCoordinator::showKeys()
{
    TimelineInput *input = m_timeline->input();
    auto *dialog = new KeysDialog(input->keys(), m_timeline->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &KeysDialog::keysChanged, input, [input, dialog] {
        input->setKeys(dialog->keys());
        Settings::timelineKeys.set(dialog->keys().toJson());
    });
    dialog->show();
}

} // namespace streamscope
