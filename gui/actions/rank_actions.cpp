// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/rank_actions.h"

#include "engine/run/show_ranks.h"
#include "gui/ranks/ranks_panel.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/workspace/workspace.h"

#include <algorithm>
#include <utility>

namespace streamscope {

RankActions::RankActions(Workspace &workspace, RanksPanel *panel, TimelineState *timeline, std::function<void()> open)
    : m_workspace(workspace), m_panel(panel), m_timeline(timeline), m_open(std::move(open))
{
    connect(&workspace, &Workspace::shownChanged, this, &RankActions::show);
    connect(panel, &RanksPanel::ranksWanted, this, &RankActions::showRanks);
    show();
}

void RankActions::show()
{
    const Shown &shown = m_workspace.shown();
    const auto job = shown.result ? shown.result->ranks : nullptr;
    m_panel->setJob(job);
    if (std::exchange(m_job, job) != job && job && job->shown.size() < job->job.ranks.size() && !m_wanted)
        m_open(); // the others are only there
    fitWanted();
}

void RankActions::showRanks(const std::vector<int> &ranks, std::optional<TimeRange> range)
{
    m_wanted = range;
    m_wantedRanks = ranks;
    std::vector<int> shown = m_job->shown;
    std::ranges::sort(shown);
    if (shown == ranks)
        fitWanted();
    else
        m_workspace.showRanks(ranks);
}

/// Only of the ranks that were wanted, which may still be read.
void RankActions::fitWanted()
{
    const auto &content = m_workspace.shown().content;
    if (!m_wanted || !m_job || !content || m_timeline->content() != content)
        return;
    if (!std::ranges::all_of(m_wantedRanks, [this](int rank) { return m_job->isShown(rank); }))
        return;
    const TimeRange range = *std::exchange(m_wanted, std::nullopt);
    m_timeline->fitRange(range.begin - m_job->originNs, range.end - m_job->originNs);
}

} // namespace streamscope
