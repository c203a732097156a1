// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/trace_contents.h"
#include "gui/timeline/model/given_content.h"
#include "gui/timeline/scene/pixel_grid.h"

#include <QString>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// The bars of a trace elsewhere that have come, and what is looked at and has not come yet. Any thread may use it.
class RowStore final : public ComingBars
{
public:
    /// Adds the bars of a row: those of this view, or else stretched ones of other views.
    void draw(const TraceRow &row, const PixelGrid &grid, SceneBars &bars) const;
    /// What the bar of the row says that begins at pixel `left` of the view; empty where it says nothing or is not
    /// here.
    QString labelOf(const TraceRow &row, const TraceView &view, std::uint32_t left) const;
    /// What is known of the bar; asks for it and returns null where nothing is.
    std::shared_ptr<const BarAnswer> barOf(const BarQuestion &question) const;

    std::shared_ptr<const char> identity() const override;
    QString waitingText() const override;

    /// `announce` is called, on any thread, when something is wanted that was not before; empty: nobody listens.
    void setAnnounce(std::function<void()> announce);
    /// What is wanted now: the rows of one view, and a bar. What has not come when it is drawn next is wanted again.
    std::optional<RowsQuestion> takeWantedRows();
    std::optional<BarQuestion> takeWantedBar();
    void take(const RowsQuestion &question, RowsAnswer answer);
    void take(const BarQuestion &question, BarAnswer answer);
    /// What waitingText() says; empty: nothing is under way.
    void setWaiting(const QString &text);
    /// Draw everything again, and ask for what is not here.
    void renew();

private:
    struct Stored
    {
        TraceView view;
        RowBars bars;
        std::shared_ptr<const std::vector<std::string>> texts;
    };
    using StoredRows = std::deque<std::shared_ptr<const Stored>>; ///< the newest first

    std::shared_ptr<const Stored> exact(const TraceRow &row, const TraceView &view) const;
    StoredRows candidates(const TraceRow &row, const TraceView &view) const;
    void want(const TraceRow &row, const TraceView &view) const;
    void announce() const;

    mutable std::mutex m_mutex; ///< guards all
    std::map<TraceRow, StoredRows> m_rows;
    std::deque<std::pair<BarQuestion, std::shared_ptr<const BarAnswer>>> m_bars; ///< the newest first
    mutable std::vector<RowsQuestion> m_wanted;                                  ///< by view
    mutable std::optional<BarQuestion> m_wantedBar;
    mutable bool m_isAnnounced = false;
    std::function<void()> m_announce;
    std::shared_ptr<const char> m_identity = std::make_shared<const char>();
    QString m_waiting;
};

/// The view of a grid.
TraceView viewOf(const PixelGrid &grid);

} // namespace streamscope
