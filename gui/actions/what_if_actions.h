// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>

class QWidget;

namespace streamscope {

class ComparisonController;
class MessageBar;
class ProgramActions;
class WhatIfController;
class WhatIfPanel;
class Workspace;
struct FileDialogs;

/// What the buttons of the panel of changes do with the changed Program.
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
    };
    WhatIfActions(WhatIfController *controller, WhatIfPanel *panel, const Parts &parts);

private:
    void show();
    /// In the background; a message answers.
    void save();
    void edit();
    void copyCommand();
    /// What `streamscope whatif` takes for the document in front; empty where it was changed and not saved.
    QString commandTarget() const;

    WhatIfController *m_controller;
    Parts m_parts;
};

} // namespace streamscope
