// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"

#include <QObject>

#include <memory>
#include <optional>

namespace streamscope {

class ComparisonController;
class FindingsPanel;
class MessageBar;
class SelectionPanel;
class TimelineState;
class WhatIfActions;
class Workspace;
struct Preset;
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
        Workspace &workspace;
        const WindowActions &actions;
        WhatIfActions &changes;
        ComparisonController *comparison;
        MessageBar *messages;
        const TimelineState *timeline;
        FindingsPanel *findings;
        SelectionPanel *selection;
    };
    explicit AdviceActions(const Parts &parts);

    /// Enables the actions that apply to what is shown.
    void update();

private:
    void follow();
    /// A change that an experiment has knobs for turns them and runs it again, beside the run as it was; another one
    /// goes into the list of changes.
    void apply(const QString &change);
    /// The experiment in front with its knobs turned; empty where no knob does the same.
    std::optional<Preset> turned(const QString &change) const;
    void explainSelected();

    Parts m_parts;
    std::shared_ptr<const RunResult> m_result; ///< whose findings are shown
    bool m_grows = false;                      ///< it is being recorded
    BackgroundTask m_advice, m_explanation;
};

} // namespace streamscope
