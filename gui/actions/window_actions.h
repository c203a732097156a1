// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/text/kernel_colours.h"
#include "gui/widgets/application_theme.h"

#include <QCoreApplication>
#include <QObject>
#include <QString>

#include <utility>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;
class QUndoGroup;

namespace streamscope {

/// All actions of the window: menus, tool bar and shortcuts share them.
struct WindowActions
{
    /// Makes the actions as children of `window`; `undo` and `redo` are those of the active stack of `stacks`.
    WindowActions(QMainWindow *window, QUndoGroup *stacks);

    struct Export
    {
        QAction *action;
        QString suffix; ///< "png"
        QString filter; ///< for a file dialog
    };

    QAction *newProgram, *open, *openRanks, *openRemote, *fetchRemote, *save, *saveAs, *clearRecent, *reopenClosed,
        *closeDocument, *quit;
    QAction *openSession, *saveSession, *saveSessionAs;
    QAction *undo, *redo, *revert, *copyPicture, *copyCommand, *editProgram;
    QAction *run, *stop, *record, *recordAgain, *recordBlocks, *predict, *addMachine;
    QAction *replayTrace, *replayRange, *runReplay, *whatIf, *explain, *tune, *sweep;
    QAction *find, *findNext, *findPrevious;
    std::vector<Export> exports;
    struct PngScale
    {
        QAction *action;
        double ratio; ///< pixels for each unit of the picture
    };
    std::vector<PngScale> pngScales;                       ///< one of them is checked
    QAction *pictureWhole, *pictureVisible, *pictureRange; ///< one of them is checked: the part that pictures show
    QAction *fitAll, *fitSelection, *zoomIn, *zoomOut, *blockLanes, *counterLanes;
    QAction *medianStep, *oddStep, *compareMedianStep, *compareStepBefore, *foldSteps;
    std::vector<std::pair<QAction *, KernelColouring>> colourings; ///< one of them is checked
    std::vector<std::pair<QAction *, ApplicationTheme>> themes;    ///< one of them is checked
    std::vector<std::pair<QAction *, QString>> languages;          ///< with their settings; one of them is checked
    QAction *compareFile, *comparePrediction, *keepAsBaseline, *swapComparison, *closeComparison;
    QAction *compareAbsolute, *compareNormalised; ///< one of them is checked
    QAction *nextDocument, *previousDocument, *restoreLayout, *present;
    QAction *manual, *palette, *keys, *reportProblem, *about, *aboutQt;

    QMenu *recentMenu, *exportMenu, *viewMenu;
    QMenu *lessonsMenu; ///< filled by LessonActions
    QMenu *compareMenu; ///< filled when it opens

    /// Fills the menu bar. Docks add their own switches to viewMenu.
    void fillMenus(QMainWindow *window);

    Q_DECLARE_TR_FUNCTIONS(WindowActions)

private:
    void makeFileActions(QMainWindow *window);
    void makeEditActions(QMainWindow *window, QUndoGroup *stacks);
    void makeRunActions(QMainWindow *window);
    void makeExportActions(QMainWindow *window);
    void makeCompareActions(QMainWindow *window);
    void makeViewActions(QMainWindow *window);
};

} // namespace streamscope
