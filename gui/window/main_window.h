// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/actions/file_dialogs.h"
#include "gui/actions/window_actions.h"
#include "gui/window/open_documents.h"
#include "gui/window/window_docks.h"
#include "gui/workspace/workspace.h"

#include <QMainWindow>

namespace streamscope {

class AdviceActions;
class CodeActions;
class CompareActions;
class ComparisonBar;
class ComparisonController;
class DocumentTabs;
class ExportActions;
class FileActions;
class HelpActions;
class LessonActions;
class MachineActions;
class MainToolBar;
class MessageBar;
class MessageStack;
class ProgramActions;
class RankActions;
class RecordActions;
class RecordBar;
class RemoteActions;
class ReplayActions;
class SessionActions;
class StepActions;
class SearchBar;
class TimelineWidget;
class TuneActions;
class WhatIfActions;
struct KeptSession;

/// The main window: creates the parts and connects them with the workspace, which decides what they show.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens a preset or a program file at once, a trace on the engine thread, each in a tab. Errors appear in the
    /// message bar.
    void openFile(const QString &path);
    /// Opens files that are named as the ranks of one job as one, any others each in a tab.
    void openFiles(const QStringList &paths);
    /// Writes the shown result to `path` in the background; exported() or the message bar answers.
    void exportTo(const QString &path);
    /// Saves the preset or program. False when it could not be written; the message bar says why.
    bool saveTo(const QString &path);

    /// True when the window may close with all its documents; asks the user about unsaved documents.
    bool mayEnd();
    /// Opens the documents of a session.
    void restore(const KeptSession &session);
    /// Writes all documents as a session, in the background; the message bar answers.
    void saveSessionTo(const QString &path);
    /// Adds a bar over the foot of the timeline, which takes ownership.
    void addBar(QWidget *bar);

    Workspace &workspace() { return m_workspace; }
    /// The experiment in front; there must be one.
    const PresetDocument &document() const { return *m_workspace.experiment(); }
    RunController &controller() { return m_workspace.runs(); }
    MachineActions &machines() { return *m_machines; }
    TimelineWidget *timeline() const { return m_timeline; }
    MessageBar *messages() const { return m_messages; }
    /// Opens the documents of the last window.
    void reopen();
    /// From now on the next window can reopen() the documents of this one.
    void keepDocuments();
    void setFileChoosers(FileChooser toOpen, FileChooser toSave, FileChooser toOpenFolder = {});

Q_SIGNALS:
    void exported(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildCentre();
    void buildTabs();
    void present(bool presents);
    void openDropped(const QStringList &paths, bool compares);
    void connectActions();
    void connectDocument();

    void run();
    void updateTitle();
    QString placeholder() const;
    void updateActions();
    void copyCommand();

    Workspace m_workspace;
    OpenDocuments m_open{m_workspace};
    WindowActions m_actions;
    WindowDocks m_docks;
    FileDialogs m_dialogs;
    MainToolBar *m_tools;
    DocumentTabs *m_tabs;
    ComparisonController *m_comparison;

    MessageBar *m_messages = nullptr;
    MessageStack *m_bars = nullptr;
    ComparisonBar *m_comparisonBar = nullptr;
    RecordBar *m_recordBar = nullptr;
    TimelineWidget *m_timeline = nullptr;
    SearchBar *m_search = nullptr;

    // They end before the workspace and the widgets whose last words they would hear.
    std::unique_ptr<QObject> m_panels, m_knobs, m_runMessages;
    std::unique_ptr<FileActions> m_files;
    std::unique_ptr<SessionActions> m_sessions;
    std::unique_ptr<ExportActions> m_exports;
    std::unique_ptr<CompareActions> m_compares;
    std::unique_ptr<ProgramActions> m_programs;
    std::unique_ptr<ReplayActions> m_replays;
    std::unique_ptr<WhatIfActions> m_changes;
    std::unique_ptr<AdviceActions> m_advice;
    std::unique_ptr<TuneActions> m_tuning;
    std::unique_ptr<RankActions> m_ranks;
    std::unique_ptr<StepActions> m_steps;
    std::unique_ptr<RecordActions> m_records;
    std::unique_ptr<CodeActions> m_code;
    std::unique_ptr<LessonActions> m_lessons;
    std::unique_ptr<HelpActions> m_help;
    std::unique_ptr<MachineActions> m_machines;
    std::unique_ptr<RemoteActions> m_remotes;
};

} // namespace streamscope
