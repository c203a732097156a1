// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"

#include <QObject>

#include <memory>

namespace streamscope {

class FindingsPanel;
class SelectionPanel;
class TimelineState;
class WhatIfActions;
class Workspace;
struct RunResult;
struct WindowActions;

/// The findings of the shown run: changes are tried on another thread, and one press applies one. And why the selected
/// operation started when it did.
class AdviceActions : public QObject
{
    Q_OBJECT

public:
    /// The window's parts that it uses; owns none of them.
    struct Parts
    {
        const Workspace &workspace;
        const WindowActions &actions;
        WhatIfActions &changes;
        const TimelineState *timeline;
        FindingsPanel *findings;
        SelectionPanel *selection;
    };
    explicit AdviceActions(const Parts &parts);

    /// Enables the actions that apply to what is shown.
    void update();

private:
    void follow();
    void explainSelected();

    Parts m_parts;
    std::shared_ptr<const RunResult> m_result; ///< whose findings are shown
    BackgroundTask m_advice, m_explanation;
};

} // namespace streamscope
