// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/window/unsaved_question.h"
#include "gui/window/window_actions.h"
#include "gui/window/window_docks.h"
#include "gui/workspace/predictor.h"
#include "gui/workspace/run_controller.h"
#include "gui/workspace/workspace.h"

#include <QMainWindow>

#include <functional>
#include <optional>

class QLabel;
class QProgressBar;
class QSpinBox;

namespace streamscope {

enum class ApplicationTheme;
class ComparisonController;
class DeviceChooser;
struct ImageOptions;
struct KeptWork;
class MessageBar;
class ProgramEditor;
class SearchBar;
class SummaryBar;
class TimelineCoordinator;
class TimelineContent;
struct NamedRun;
struct PictureSource;
struct TimelineView;
class TimelineWidget;

/// The main window: creates the parts and connects their signals. It computes nothing itself.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens a preset or a program file at once, a trace on the engine thread. Errors appear in the message bar. Asks
    /// the user before a changed document is replaced.
    void openFile(const QString &path);
    /// Writes the shown result to `path` in the background; exported() or the message bar answers.
    void exportTo(const QString &path);
    /// Saves the preset or program. False when it could not be written; the message bar says why.
    bool saveTo(const QString &path);

    /// True when the window may close with all its documents; asks the user about unsaved documents.
    bool mayEnd();
    /// Applies the text that is still being typed.
    void commitTyping();
    /// Shows recovered work; false when the user keeps the current document instead.
    bool restore(const KeptWork &work);
    /// Adds a bar at the top of the central area, which takes ownership.
    void addBar(QWidget *bar);
    /// Shows an error in the message bar and in the log.
    void complain(const QString &text);

    Workspace &workspace() { return m_workspace; }
    const PresetDocument &document() const { return m_workspace.front(); }
    RunController &controller() { return m_controller; }
    TimelineWidget *timeline() const { return m_timeline; }
    MessageBar *messages() const { return m_messages; }

    /// Asks for a file; `suggestion` is a whole path. Empty = no. Replaceable, so that tests need no dialog.
    using FileChooser = std::function<QString(const QString &title, const QString &suggestion, const QString &filter)>;
    void setFileChoosers(FileChooser toOpen, FileChooser toSave);

Q_SIGNALS:
    void exported(const QString &path);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildCentre();
    void buildToolBar();
    void buildStatusBar();
    void connectActions();
    void connectViewActions();
    void connectDocument();
    void connectPanels();
    void connectRuns();
    void restoreWindow();
    void loadFirstPreset();

    void run();
    void choosePreset(const Preset &preset);
    void changeParameter(const std::string &name, const ParameterValue &value);
    void showDocument();
    void showResult(const std::shared_ptr<const RunResult> &result);
    void showDevice();
    void connectPrediction();
    void askForPrediction();
    void updateView();
    void showContent(bool isPrediction);
    void present(const std::shared_ptr<const TimelineContent> &content);
    void showPredictedRun();
    void showPredictionBeside();
    QString predictionHelp() const;
    bool resultIsCurrent() const;
    bool predictionIsCurrent() const;
    bool isShown(const Recording &recording) const;
    bool showsPrediction() const;
    void connectComparison();
    void fillCompareMenu();
    void updateCompareActions();
    std::optional<NamedRun> shownRun() const;
    void compareWith(const NamedRun &b);
    void compareWithPrediction();
    void compareWithFile();
    void showComparison();
    void endComparison(const TimelineView &before);
    void updateTitle();
    void updateOutdated();
    void updateActions();
    void updateRecentMenu();
    void newProgram();
    void editProgram();
    void showInEditor();
    void openChosen();
    void openTrace(const QString &path, bool salvage);
    void showFailure(const QString &message);
    void showImport(const ImportReport &report);
    bool saveChosen(bool askForName);
    void exportChosen(const WindowActions::Export &entry);
    void copyPicture();
    ImageOptions imageOptions() const;
    PictureSource shownPicture() const;
    void copyCommand();
    void setTheme(ApplicationTheme theme);
    void showText(const QString &title, const QString &html);
    void note(const QString &text);
    QString suggestedPath(const QString &suffix) const;
    bool mayReplaceDocument();

    Workspace m_workspace;
    UnsavedQuestion m_unsaved;
    RunController m_controller;
    Predictor m_predictor;
    BackgroundTask m_indexing;                      ///< prepares the content of large runs
    std::shared_ptr<const Prediction> m_prediction; ///< the latest prediction, for any values
    bool m_traceInFront = false;                    ///< a trace was opened, and no knob moved since
    std::shared_ptr<const Recording> m_shown;       ///< in the timeline and the table
    WindowActions m_actions;
    WindowDocks m_docks;
    ProgramEditor *m_editor = nullptr; ///< created on first use
    FileChooser m_chooseToOpen, m_chooseToSave;
    QString m_cudaStatus;
    QString m_trace; ///< the trace requested last

    DeviceChooser *m_devices = nullptr;
    QSpinBox *m_repeat = nullptr;
    MessageBar *m_messages = nullptr;
    SummaryBar *m_summary = nullptr;
    TimelineWidget *m_timeline = nullptr;
    SearchBar *m_search = nullptr;
    TimelineCoordinator *m_companions = nullptr;
    ComparisonController *m_comparison = nullptr;
    QLabel *m_progressText = nullptr;
    QProgressBar *m_progress = nullptr;
};

} // namespace streamscope
