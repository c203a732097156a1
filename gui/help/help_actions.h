// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/actions/file_dialogs.h"
#include "gui/actions/window_actions.h"

#include <QObject>
#include <QPointer>

namespace streamscope {

class LogView;
class ManualWindow;
class MessageBar;
class Workspace;

/// The Help menu: manual, shortcuts, About, and a report of a problem.
class HelpActions : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Workspace &workspace;
        const WindowActions &actions;
        FileDialogs &dialogs;
        MessageBar *messages;
        LogView *log;
        QWidget *window;
    };
    explicit HelpActions(const Parts &parts);
    ~HelpActions() override;

private:
    void openManual();
    void reportProblem();
    QString devicesText() const;

    Parts m_parts;
    QPointer<ManualWindow> m_manual;
};

} // namespace streamscope
