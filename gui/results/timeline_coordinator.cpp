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

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace streamscope {

namespace {

constexpr std::size_t manySpans = 200'000; ///< fewer are summed without a noticeable delay

} // namespace

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
    if (m_recording->timeline.size() <= manySpans) {
        const RangeFigures figures = figuresOfRange(m_recording->timeline, range->beginNs, range->endNs);
        m_range->setFigures(&figures);
        return;
    }
    m_range->setPending(range->endNs - range->beginNs);
    m_rangeIsNew = true;
    if (!m_addsUp)
        startAddingUp();
}

/// One at a time: while a range is dragged, only the newest is worth its figures.
void TimelineCoordinator::startAddingUp()
{
    m_addsUp = true;
    m_rangeIsNew = false;
    const QPointer<TimelineCoordinator> self(this);
    QThreadPool::globalInstance()->start([self, recording = m_recording, range = *m_timeline->selectedRange()] {
        const RangeFigures figures = figuresOfRange(recording->timeline, range.beginNs, range.endNs);
        QMetaObject::invokeMethod(
            qApp,
            [self, recording, figures] {
                if (!self)
                    return;
                self->m_addsUp = false;
                const bool wanted = self->m_recording && !self->m_compared && self->m_timeline->selectedRange();
                if (wanted && self->m_rangeIsNew)
                    self->startAddingUp();
                else if (wanted && self->m_recording == recording)
                    self->m_range->setFigures(&figures);
            },
            Qt::QueuedConnection);
    });
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
