// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/steps/steps.h"
#include "engine/timeline/ranges/time_range.h"
#include "gui/background/background_task.h"

#include <QObject>
#include <QPoint>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

namespace streamscope {

class SelectionPanel;
class TimelineContent;
class TimelineWidget;
class Workspace;
struct WindowActions;

/// The steps of the shown run: a step is selected when the selected range has its times. Then the page Selection
/// describes it, and it can be compared with another one. All steps
/// can be folded into one.
class StepActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them. `openPage` brings the page Selection to the front.
    StepActions(Workspace &workspace, const WindowActions &actions, TimelineWidget *timeline, SelectionPanel *page,
                std::function<void()> openPage);

    /// Enables the actions that apply to what is shown.
    void update();

private:
    /// Of the content shown; without steps for a comparison.
    const Steps &steps();
    std::optional<std::size_t> stepAt(const std::optional<TimeRange> &times);
    std::optional<std::size_t> selected();
    void describe();
    bool showMenu(const TimeRange &times, const QPoint &globalPosition);
    void go(std::size_t step);
    void fold();
    void compareWith(std::size_t other);
    void compareWithMedian();
    void compareWithFormer();

    Workspace &m_workspace;
    const WindowActions &m_actions;
    TimelineWidget *m_timeline;
    SelectionPanel *m_page;
    std::function<void()> m_openPage;
    std::weak_ptr<const TimelineContent> m_of; ///< whose steps m_steps are
    Steps m_steps;
    BackgroundTask m_folding;
    bool m_describes = false; ///< the page shows a step
};

} // namespace streamscope
