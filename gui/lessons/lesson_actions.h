// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"
#include "gui/background/background_task.h"
#include "gui/lessons/kept_run_folder.h"
#include "gui/lessons/lesson_session.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class QAction;
class QMenu;

namespace streamscope {

class ExperimentTree;
class LessonPanel;
class MessageBar;
class PresetDocument;
class Workspace;
struct FileDialogs;

/// Lessons in the window: opens them, runs them, shows their runs as documents, and keeps what was answered.
class LessonActions : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Workspace &workspace;
        const FileDialogs &dialogs;
        QMenu *menu;          ///< gets an entry for each built-in lesson
        ExperimentTree *list; ///< has them, too, with their progress
        LessonPanel *panel;
        MessageBar *messages;
        QWidget *window;
        std::function<void()> openPanel;
    };

    /// Owns none of them.
    explicit LessonActions(const Parts &parts);

    /// A built-in lesson by its name, or a file. What cannot be read appears in the message bar.
    void open(const std::string &nameOrPath);

private:
    struct Ran
    {
        DeviceInfo device;
        std::vector<std::pair<LessonRun, std::shared_ptr<const RunResult>>> results;
        QString notKept; ///< why; empty: the runs are kept
    };

    void fillMenu();
    void showProgress();
    int numberOf(const std::string &name) const;
    void step(int step);
    void run();
    void take(const Ran &ran);
    void showRun(const LessonRun &run);
    PresetDocument *show(const LessonRun &run, const QString &title);
    void openKnobs(const LessonTask &task);
    void judge();
    void saveSheet();
    void takeDevice();
    void sayDevice(bool ofLastTime = false);
    void readKeptRuns();
    void keep();
    QString titleOf(const QString &what) const;

    Parts m_parts;
    std::vector<std::pair<std::string, QAction *>> m_lessons; ///< names of the built-in ones, in order
    std::string m_name;                                       ///< of the lesson that is open
    std::string m_device;                                     ///< on which it runs; empty: the default device
    std::unique_ptr<LessonSession> m_session;
    struct TaskDocument
    {
        QPointer<PresetDocument> document;
        std::shared_ptr<const RunResult> judged; ///< the last result that was looked at
    };
    std::map<std::string, TaskDocument> m_tasks; ///< by the task's name, where the knobs have been opened
    KeptRunFolder m_kept;
    BackgroundTask m_task;
};

} // namespace streamscope
