// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"
#include "gui/workspace/shown.h"

#include <QObject>

#include <functional>
#include <stop_token>

class QWidget;

namespace streamscope {

class ComparisonController;
class MessageBar;
class ProgramActions;
class TimelineState;
class WhatIfController;
class WhatIfPanel;
struct Shown;
struct WhatIfStart;
struct WhatIfTrial;
class Workspace;
struct FileDialogs;
struct WindowActions;

/// The panel of changes in the window: its controller, its undo, and what its buttons do with the changed Program.
class WhatIfActions : public QObject
{
    Q_OBJECT

public:
    /// The window's parts that it uses; owns none of them.
    struct Parts
    {
        Workspace &workspace;
        ComparisonController *comparison;
        ProgramActions *programs;
        const FileDialogs &dialogs;
        MessageBar *messages;
        QWidget *window;
        const WindowActions &actions;
        const TimelineState *timeline;
        std::function<void()> openPanel;
        std::function<const Preset *(const std::string &)> builtIn; ///< the built-in preset of this name, or null
    };
    /// Makes the controller of `panel`.
    WhatIfActions(WhatIfPanel *panel, const Parts &parts);

    const WhatIfController &controller() const { return *m_controller; }

    /// What was replayed is what changes are tried on next: a part of the trace in front, TimeRange() for all of it.
    void follow(TimeRange range);

    /// Puts a change, as `--change` takes it, into the list of the document in front, and shows what the list comes to
    /// beside the unchanged run.
    void apply(const QString &change);

private:
    /// Undo and redo are those of the list while the focus is in its panel.
    void chooseUndo(const QWidget *focus);
    /// With the selected range of a trace, if there is one.
    void open();
    void show();
    /// On the chosen device, beside the time before the changes.
    void run();
    /// The side before the changes, of what was shown alone; for another thread.
    static Shown before(Shown shown, const WhatIfStart &start);
    /// What `trialOf` finds on another thread beside the time before.
    void compare(const std::function<WhatIfTrial(const std::stop_token &)> &trialOf);
    /// In the background; a message answers.
    void save();
    void edit();
    void copyCommand();
    /// What `streamscope whatif` takes for the document in front; empty for a Program that was changed and not saved.
    QString commandTarget() const;

    WhatIfPanel *m_panel;
    WhatIfController *m_controller;
    Parts m_parts;
};

} // namespace streamscope
