// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

class RanksPanel;
class TimelineState;
class Workspace;
struct ShownRanks;
struct WindowDocks;

/// Shows the job of the document in front in its page, and brings the ranks and the part of them that the page asks for
/// into the timeline.
class RankActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    RankActions(Workspace &workspace, const WindowDocks &docks, TimelineState *timeline);

private:
    void show();
    void showRanks(const std::vector<int> &ranks, std::optional<TimeRange> range);
    void fitWanted();

    Workspace &m_workspace;
    const WindowDocks &m_docks;
    TimelineState *m_timeline;
    std::shared_ptr<const ShownRanks> m_job;
    std::optional<TimeRange> m_wanted; ///< by the reference clock, once the ranks are there
    std::vector<int> m_wantedRanks;
};

} // namespace streamscope
