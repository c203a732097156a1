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
struct RunAnalysis;
struct RunResult;
struct Shown;
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

Q_SIGNALS:
    /// What the advice for the trace in front means in its program's code: lines of a patch, and their language as in
    /// codeLanguages(). Empty where there is no advice yet, or none with code.
    void codeChanged(const QString &lines, const QString &language);

private:
    void follow();
    void followElsewhere(const Shown &shown);
    /// A change that an experiment has knobs for turns them and runs it again, beside the run as it was; another one
    /// goes into the list of changes.
    void apply(const QString &change);
    /// The experiment in front with its knobs turned; empty where no knob does the same.
    std::optional<Preset> turned(const QString &change) const;
    void explainSelected();
    void showCode(const RunResult &result, const RunAnalysis &analysis);

    Parts m_parts;
    std::shared_ptr<const RunResult> m_result; ///< whose findings are shown
    bool m_grows = false;                      ///< it is being recorded
    BackgroundTask m_advice, m_explanation;
};

} // namespace streamscope
