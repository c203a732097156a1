// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>

class QWidget;

namespace streamscope {

class MessageBar;
class ProgramEditor;
class Workspace;
struct ProgramFile;
struct WindowActions;

/// Programs built by hand: the editor shows the Program of the experiment in front, and its edits become changes of the
/// document, from which undo, saving, running and the prediction take them.
class ProgramActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them; the editor, made on first use, belongs to `window`.
    ProgramActions(Workspace &workspace, const WindowActions &actions, MessageBar *messages, QWidget *window);

    /// Opens the editor; with rows that are no sound Program when there are any.
    void edit(const QByteArray &unsoundRows = {});
    /// Opens a Program as a document of its own, in the editor.
    void open(const ProgramFile &file);

private:
    void makeNew();
    void makeEditor();
    void showDocument();

    Workspace &m_workspace;
    const WindowActions &m_actions;
    MessageBar *m_messages;
    QWidget *m_window;
    ProgramEditor *m_editor = nullptr;
};

} // namespace streamscope
