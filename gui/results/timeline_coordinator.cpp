// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/timeline_coordinator.h"

#include "engine/timeline/recording.h"
#include "gui/results/operations_table.h"
#include "gui/results/range_panel.h"
#include "gui/timeline/model/compared_runs.h"
#include "gui/timeline/widget/keys_dialog.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/workspace/settings.h"

namespace streamscope {

TimelineCoordinator::TimelineCoordinator(TimelineWidget *timeline, SearchBar *search, OperationsTable *table,
                                         RangePanel *range)
    : QObject(timeline), m_timeline(timeline), m_search(search), m_table(table), m_range(range)
{
    search->hide();
    timeline->setKeys(TimelineKeys::fromJson(Settings::timelineKeys()));
    timeline->setArrangement(LaneArrangement::fromJson(Settings::timelineLanes()));
    connectSearch();
    connectKept();
    connect(timeline, &TimelineWidget::rangeChanged, this, &TimelineCoordinator::updateRange);
    connect(timeline, &TimelineWidget::helpWanted, this, &TimelineCoordinator::showKeys);
}

void TimelineCoordinator::connectSearch()
{
    connect(m_timeline, &TimelineWidget::findWanted, m_search, &SearchBar::open);
    connect(m_timeline, &TimelineWidget::findStepWanted, m_search, &SearchBar::step);
    connect(m_timeline, &TimelineWidget::spanSelected, m_search, &SearchBar::setCurrent);
    connect(m_search, &SearchBar::spanChosen, m_timeline, &TimelineWidget::selectSpan);
    connect(m_search, &SearchBar::queryChanged, m_table, &OperationsTable::setFilter);
    connect(m_search, &SearchBar::foundChanged, this, [this] { m_timeline->setFound(m_search->found()); });
    connect(m_search, &SearchBar::closed, m_timeline, [this] { m_timeline->setFocus(); });
}

void TimelineCoordinator::connectKept()
{
    connect(m_timeline, &TimelineWidget::arrangementChanged, this,
            [this] { Settings::setTimelineLanes(m_timeline->arrangement().toJson()); });
    connect(m_timeline, &TimelineWidget::marksChanged, this,
            [this] { Settings::setTimelineMarks(m_name, m_timeline->marks().toJson()); });
}

void TimelineCoordinator::setRecording(std::shared_ptr<const Recording> recording,
                                       std::shared_ptr<const Program> program, const QString &name)
{
    m_compared.reset();
    m_recording = recording;
    m_name = name;
    m_timeline->setProgram(std::move(program));
    m_timeline->setMarks(TimelineMarks::fromJson(Settings::timelineMarks(name)));
    m_search->setRecording(std::move(recording));
    updateRange();
}

void TimelineCoordinator::setComparison(std::shared_ptr<const ComparedRuns> compared, const QString &name)
{
    setRecording(compared->merged, nullptr, name);
    m_compared = std::move(compared);
    updateRange();
}

void TimelineCoordinator::updateRange()
{
    const auto range = m_timeline->selectedRange();
    m_task.cancel();
    if (!range || !m_recording) {
        m_range->setFigures(nullptr);
        return;
    }
    if (m_compared) {
        const auto figures = [&](Side side) {
            return figuresOfRange(m_compared->run(side).recording->timeline, m_compared->ownTime(side, range->beginNs),
                                  m_compared->ownTime(side, range->endNs));
        };
        m_range->setFiguresOfTwo(figures(Side::A), figures(Side::B));
        return;
    }
    const auto work = [recording = m_recording, at = *range](const RunControl &) {
        return figuresOfRange(recording->timeline, at.beginNs, at.endNs);
    };
    m_task.startOrDo(
        m_recording->timeline.size(), work, [this](const RangeFigures &figures) { m_range->setFigures(&figures); },
        [this](const QString &problem) {
            m_range->setFigures(nullptr);
            Q_EMIT BackgroundProblems::instance().arose(problem);
        });
    if (m_task.isBusy())
        m_range->setPending(range->endNs - range->beginNs);
}

void TimelineCoordinator::showKeys()
{
    auto *dialog = new KeysDialog(m_timeline->keys(), m_timeline->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &KeysDialog::keysChanged, m_timeline, [this, dialog] {
        m_timeline->setKeys(dialog->keys());
        Settings::setTimelineKeys(dialog->keys().toJson());
    });
    dialog->show();
}

} // namespace streamscope
