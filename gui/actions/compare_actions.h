// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>

namespace streamscope {

class ComparisonBar;
class ComparisonController;
class MessageBar;
class Workspace;
struct FileDialogs;
struct WindowActions;

/// The Compare menu and the comparison bar: they choose the baseline, the axis, which run is the baseline, and when the
/// comparison ends.
class CompareActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    CompareActions(const Workspace &workspace, ComparisonController *controller, const WindowActions &actions,
                   const FileDialogs &dialogs, const ComparisonBar *bar, MessageBar *messages);

    /// Enables the actions that apply to what is shown.
    void update();

private:
    void fillMenu();
    void compareWithFile();
    void keepAsBaseline();

    const Workspace &m_workspace;
    ComparisonController *m_controller;
    const WindowActions &m_actions;
    const FileDialogs &m_dialogs;
    MessageBar *m_messages;
};

} // namespace streamscope
