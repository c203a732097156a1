// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

class RanksPanel;
class TimelineState;
class Workspace;
struct ShownRanks;

/// Shows the job of the document in front in its page, and brings the ranks and the part of them that the page asks for
/// into the timeline.
class RankActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them. `open`: brings the page to the front.
    RankActions(Workspace &workspace, RanksPanel *panel, TimelineState *timeline, std::function<void()> open);

private:
    void show();
    void showRanks(const std::vector<int> &ranks, std::optional<TimeRange> range);
    void fitWanted();

    Workspace &m_workspace;
    RanksPanel *m_panel;
    TimelineState *m_timeline;
    std::function<void()> m_open;
    std::shared_ptr<const ShownRanks> m_job;
    std::optional<TimeRange> m_wanted; ///< by the reference clock, once the ranks are there
    std::vector<int> m_wantedRanks;
};

} // namespace streamscope
