// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/window_actions.h"

#include "engine/run/tune/tune.h"

#include "gui/language/language.h"
#include "gui/timeline/text/translation.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QUndoGroup>

namespace streamscope {

namespace {

QAction *make(QMainWindow *window, const char *name, const QString &text, const QList<QKeySequence> &keys = {})
{
    auto *action = new QAction(text, window);
    action->setObjectName(QLatin1String(name));
    action->setShortcuts(keys);
    if (!keys.isEmpty())
        action->setToolTip(QStringLiteral("%1 (%2)").arg(QString(text).remove(QLatin1Char('&')),
                                                         keys.first().toString(QKeySequence::NativeText)));
    window->addAction(action);
    return action;
}

/// One of them is checked at a time; at first the first one.
void makeExclusive(QObject *owner, const std::vector<QAction *> &actions)
{
    auto *group = new QActionGroup(owner);
    for (QAction *action : actions) {
        action->setCheckable(true);
        group->addAction(action);
    }
    actions.front()->setChecked(true);
}

} // namespace

WindowActions::WindowActions(QMainWindow *window, QUndoGroup *stacks)
{
    makeFileActions(window);
    makeEditActions(window, stacks);
    makeRunActions(window);
    makeExportActions(window);
    makeCompareActions(window);
    makeViewActions(window);
    manual = make(window, "manual", tr("&Manual"), {QKeySequence(Qt::Key_F1)});
    keys = make(window, "keys", tr("&Timeline shortcuts"), {QKeySequence(Qt::SHIFT | Qt::Key_F1)});
    reportProblem = make(window, "reportProblem", tr("&Report a problem…"));
    palette = make(window, "palette", tr("&Commands…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    about = make(window, "about", tr("&About StreamScope"));
    aboutQt = make(window, "aboutQt", tr("About &Qt"));
}

void WindowActions::makeFileActions(QMainWindow *window)
{
    newProgram = make(window, "newProgram", tr("&New program…"), {QKeySequence::New});
    newProgram->setToolTip(tr("Build a program of streams and operations by hand (Ctrl+N)"));
    open = make(window, "open", tr("&Open…"), {QKeySequence::Open});
    openRanks = make(window, "openRanks", tr("Open ran&ks…"));
    openRanks->setToolTip(tr("Open a folder of traces, one of each rank of a job, on one axis"));
    openRemote = make(window, "openRemote", tr("Open re&mote…"));
    openRemote->setToolTip(tr("Open a trace on another machine there; only what is looked at travels here"));
    fetchRemote = make(window, "fetchRemote", tr("Fe&tch to this computer…"));
    fetchRemote->setToolTip(
        tr("Copy the file of the trace in front from its machine, after a question with its size, and open it here"));
    save = make(window, "save", tr("&Save"), {QKeySequence::Save});
    saveAs = make(window, "saveAs", tr("Save &as…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    openSession = make(window, "openSession", tr("O&pen session…"));
    openSession->setToolTip(tr("Open the tabs of a session file beside those that are open"));
    saveSession = make(window, "saveSession", tr("Sa&ve session…"), {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S)});
    saveSession->setToolTip(
        tr("Save all tabs with their runs, traces, markers and views in one file, which opens anywhere (Ctrl+Alt+S)"));
    saveSessionAs = make(window, "saveSessionAs", tr("Save sess&ion as…"));
    closeDocument = make(window, "closeDocument", tr("&Close tab"), {QKeySequence(Qt::CTRL | Qt::Key_W)});
    reopenClosed =
        make(window, "reopenClosed", tr("Reopen close&d tab"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)});
    reopenClosed->setToolTip(tr("Open the tab again that was closed last, with its run, sweep and markers"));
    clearRecent = make(window, "clearRecent", tr("&Clear this list"));
    quit = make(window, "quit", tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    quit->setShortcutContext(Qt::ApplicationShortcut); // also in the program editor
    recentMenu = new QMenu(tr("Open &recent"), window);
}

void WindowActions::makeEditActions(QMainWindow *window, QUndoGroup *stacks)
{
    undo = stacks->createUndoAction(window, tr("&Undo:"));
    undo->setObjectName(QStringLiteral("undo"));
    undo->setShortcut(QKeySequence::Undo);
    redo = stacks->createRedoAction(window, tr("&Redo:"));
    redo->setObjectName(QStringLiteral("redo"));
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    // Qt leaves the colon where there is nothing to name.
    const auto nameEmpty = [](QAction *action, const QString &text) {
        return [action, text](const QString &what) {
            if (what.isEmpty())
                action->setText(text);
        };
    };
    QObject::connect(stacks, &QUndoGroup::undoTextChanged, undo, nameEmpty(undo, tr("&Undo")));
    QObject::connect(stacks, &QUndoGroup::redoTextChanged, redo, nameEmpty(redo, tr("&Redo")));
    undo->setText(tr("&Undo"));
    redo->setText(tr("&Redo"));
    revert = make(window, "revert", tr("Re&vert to saved"));
    copyPicture = make(window, "copyPicture", tr("Copy &picture"), {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C)});
    copyCommand =
        make(window, "copyCommand", tr("Copy command &line"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)});
    copyCommand->setToolTip(tr("Copy the command that runs the same without a window"));
    find = make(window, "find", tr("&Find…"), {QKeySequence(QKeySequence::Find)});
    find->setToolTip(tr("Find operations by name, kind, stream or duration (Ctrl+F)"));
    findNext = make(window, "findNext", tr("Find &next"), {QKeySequence(Qt::Key_F3)});
    findPrevious = make(window, "findPrevious", tr("Fin&d previous"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)});
    editProgram = make(window, "editProgram", tr("Edit as pro&gram…"), {QKeySequence(Qt::Key_F4)});
    editProgram->setToolTip(tr("Show the streams and operations of this experiment as tables and change them (F4)"));
}

void WindowActions::makeRunActions(QMainWindow *window)
{
    run = make(window, "run", tr("&Run"), {QKeySequence(Qt::Key_F5)});
    run->setIcon(QIcon(QStringLiteral(":/icons/run.svg")));
    run->setToolTip(tr("Run the experiment on the chosen device (F5)"));
    stop = make(window, "stop", tr("S&top"), {QKeySequence(Qt::Key_Escape), QKeySequence(Qt::SHIFT | Qt::Key_F5)});
    stop->setIcon(QIcon(QStringLiteral(":/icons/stop.svg")));
    stop->setToolTip(tr("Stop the run (Esc or Shift+F5)"));

    record = make(window, "recordProgram", tr("Recor&d program…"), {QKeySequence(Qt::CTRL | Qt::Key_R)});
    record->setIconText(tr("Record"));
    record->setIcon(QIcon(QStringLiteral(":/icons/record.svg")));
    record->setToolTip(tr("Run any CUDA program and record what it does on its GPUs (Ctrl+R)"));
    recordAgain = make(window, "recordAgain", tr("Record agai&n"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)});
    recordAgain->setToolTip(tr("Run the same command once more, and compare the two recordings (Ctrl+Shift+R)"));

    addMachine = make(window, "addMachine", tr("Add &machine…"));
    addMachine->setToolTip(tr("Use the GPUs of another machine through ssh; also shows, tries and removes machines"));
    recordBlocks = make(window, "recordBlocks", tr("Record &blocks"));
    recordBlocks->setCheckable(true);
    recordBlocks->setToolTip(tr("In the run of the picture, record on which SM and when each block of the kernels ran; "
                                "the timeline then has a lane for each SM"));
    predict = make(window, "predict", tr("&Predict"), {QKeySequence(Qt::Key_F6)});
    predict->setCheckable(true);
    predict->setToolTip(tr("Show as outlines what a model expects of these values, and how far a run is from it (F6)"));

    replayTrace = make(window, "replayTrace", tr("Rep&lay trace"), {QKeySequence(Qt::Key_F7)});
    replayTrace->setToolTip(
        tr("Run what the trace shows again on a model of its device, and show both: how far a prediction can be "
           "trusted (F7)"));
    replayRange = make(window, "replayRange", tr("Replay this ran&ge"));
    replayRange->setToolTip(tr("Replay the operations of the trace that run in the selected range"));
    runReplay = make(window, "runReplay", tr("Run replay &on a device"), {QKeySequence(Qt::SHIFT | Qt::Key_F7)});
    runReplay->setToolTip(tr("Run what the trace or its selected range shows on the chosen device, with kernels of the "
                             "same length as stand-ins, and compare (Shift+F7)"));
    explain = make(window, "explainOperation", tr("E&xplain this operation"));
    explain->setToolTip(tr("Say what the selected operation waited for, and what that waited for"));
    tune = make(window, "tune", tr("T&une"), {QKeySequence(Qt::Key_F9)});
    tune->setToolTip(
        tr("Find the best streams, chunks, order, memory … of this experiment on the chosen device: a model "
           "chooses which %1 combinations to run at most (F9)")
            .arg(defaultTuningBudget));
    sweep = make(window, "sweep", tr("&Sweep"), {QKeySequence(Qt::Key_F10)});
    sweep->setToolTip(tr("Run every combination of the values of one to three knobs (F10)"));
    whatIf = make(window, "whatIf", tr("&What if…"), {QKeySequence(Qt::Key_F8)});
    whatIf->setToolTip(tr("List changes, such as pinned memory, and see at once what each is predicted to win; of a "
                          "trace in its selected range (F8)"));
}

void WindowActions::makeExportActions(QMainWindow *window)
{
    exportMenu = new QMenu(tr("&Export"), window);
    exports = {{make(window, "exportPng", tr("Picture as P&NG…")), QStringLiteral("png"), tr("PNG picture (*.png)")},
               {make(window, "exportSvg", tr("Picture as &SVG…")), QStringLiteral("svg"), tr("SVG drawing (*.svg)")},
               {make(window, "exportPdf", tr("Picture as &PDF…")), QStringLiteral("pdf"), tr("PDF document (*.pdf)")},
               {make(window, "exportCsv", tr("Operations as &CSV…")), QStringLiteral("csv"),
                tr("Comma-separated values (*.csv)")},
               {make(window, "exportBlocks", tr("&Blocks as CSV…")), QStringLiteral("blocks.csv"),
                tr("Blocks as comma-separated values (*.blocks.csv)")},
               {make(window, "exportTrace", tr("&Trace for Perfetto…")), QStringLiteral("trace.json"),
                tr("Chrome trace (*.trace.json)")},
               {make(window, "exportReport", tr("&Report as JSON…")), QStringLiteral("json"), tr("Report (*.json)")}};

    pictureWhole = make(window, "pictureWhole", tr("Pictures and CSV: the &whole run"));
    pictureVisible = make(window, "pictureVisible", tr("Pictures and CSV: the &visible span"));
    pictureRange = make(window, "pictureRange", tr("Pictures and CSV: the selected ran&ge"));
    makeExclusive(window, {pictureWhole, pictureVisible, pictureRange});
    std::vector<QAction *> scales;
    for (const int ratio : {1, 2, 4, 8}) {
        QAction *scale = make(window, "", tr("PNG and copies at %1×").arg(ratio));
        scale->setObjectName(QStringLiteral("pngScale%1").arg(ratio));
        pngScales.push_back({scale, static_cast<double>(ratio)});
        scales.push_back(scale);
    }
    makeExclusive(window, scales);
    scales[1]->setChecked(true); // 2×
}

void WindowActions::makeCompareActions(QMainWindow *window)
{
    compareMenu = new QMenu(tr("&Compare"), window);
    compareMenu->setToolTipsVisible(true);
    compareFile = make(window, "compareFile", tr("With a &file…"));
    compareFile->setToolTip(
        tr("A run's CSV, a trace of PyTorch or of Nsight Systems becomes the baseline of the run that is shown"));
    comparePrediction = make(window, "comparePrediction", tr("With the &prediction"));
    comparePrediction->setToolTip(tr("What the model says for the values of the form becomes the baseline of the run"));
    keepAsBaseline = make(window, "keepAsBaseline", tr("&Keep this run as the baseline"));
    keepAsBaseline->setToolTip(tr("Turn a knob and run: the change of the new run is counted from this one"));
    swapComparison = make(window, "swapComparison", tr("&Swap baseline and this run"));
    swapComparison->setToolTip(tr("Count the changes from the other run"));
    closeComparison = make(window, "closeComparison", tr("&Close comparison"));
    compareAbsolute = make(window, "compareAbsolute", tr("&Absolute time"));
    compareNormalised = make(window, "compareNormalised", tr("Each run 0 – &100 %"));
    makeExclusive(window, {compareAbsolute, compareNormalised});
}

void WindowActions::makeViewActions(QMainWindow *window)
{
    lessonsMenu = new QMenu(tr("&Lessons"), window);
    viewMenu = new QMenu(tr("&View"), window);
    fitAll = make(window, "fitAll", tr("Fit &whole run"), {QKeySequence(Qt::CTRL | Qt::Key_0)});
    fitSelection = make(window, "fitSelection", tr("Fit &selection"), {QKeySequence(Qt::CTRL | Qt::Key_E)});
    zoomIn = make(window, "zoomIn", tr("Zoom &in"),
                  {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    zoomOut = make(window, "zoomOut", tr("Zoom &out"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)});
    medianStep = make(window, "medianStep", tr("Go to the &median step"));
    oddStep = make(window, "oddStep", tr("Go to the &odd step"));
    oddStep->setToolTip(tr("The step that is farthest from the median, where one is far from it"));
    compareMedianStep = make(window, "compareMedianStep", tr("&Compare with the median step"));
    foldSteps = make(window, "foldSteps", tr("&Fold all steps into one"));
    foldSteps->setToolTip(tr("One step of the medians of all steps, with how far each operation spreads"));
    compareStepBefore = make(window, "compareStepBefore", tr("Compare with the step &before"));
    blockLanes = make(window, "blockLanes", tr("SM &lanes"));
    blockLanes->setCheckable(true);
    counterLanes = make(window, "counterLanes", tr("&Counter lanes"));
    counterLanes->setCheckable(true);
    counterLanes->setToolTip(
        tr("Show bandwidth, active streams, queue depth and busy SMs over time, as far as the run says (V)"));
    blockLanes->setToolTip(tr("Show the blocks on a lane for each SM, where they were recorded"));
    colourings = {{make(window, "coloursName", tr("By &name")), KernelColouring::Name},
                  {make(window, "coloursKind", tr("By &kind")), KernelColouring::Kind},
                  {make(window, "coloursStream", tr("By &stream")), KernelColouring::Stream},
                  {make(window, "coloursChunk", tr("By &chunk")), KernelColouring::Chunk}};
    std::vector<QAction *> colouringActions;
    for (const auto &[action, colouring] : colourings)
        colouringActions.push_back(action);
    makeExclusive(window, colouringActions);
    themes = {{make(window, "themeSystem", tr("&System")), ApplicationTheme::System},
              {make(window, "themeLight", tr("&Light")), ApplicationTheme::Light},
              {make(window, "themeDark", tr("&Dark")), ApplicationTheme::Dark},
              {make(window, "themeContrastLight", tr("High contrast, &white")), ApplicationTheme::ContrastLight},
              {make(window, "themeContrastDark", tr("High contrast, &black")), ApplicationTheme::ContrastDark}};
    std::vector<QAction *> themeActions;
    for (const auto &[action, theme] : themes)
        themeActions.push_back(action);
    makeExclusive(window, themeActions);
    languages = {{make(window, "languageSystem", tr("&System")), QString()}};
    for (const Language language : streamscope::languages())
        languages.push_back({make(window, "", languageTitle(language)), languageCode(language)});
    std::vector<QAction *> languageActions;
    for (const auto &[action, code] : languages) {
        if (!code.isEmpty())
            action->setObjectName(QStringLiteral("language_") + code);
        languageActions.push_back(action);
    }
    makeExclusive(window, languageActions);
    nextDocument = make(window, "nextDocument", tr("Ne&xt tab"),
                        {QKeySequence(Qt::CTRL | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageDown)});
    previousDocument =
        make(window, "previousDocument", tr("Pre&vious tab"),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_PageUp)});
    restoreLayout = make(window, "restoreLayout", tr("&Restore default layout"));
    present = make(window, "present", tr("&Presentation"), {QKeySequence(Qt::Key_F11)});
    present->setCheckable(true);
    present->setToolTip(tr("The timeline and its headline on the whole screen, with large labels (F11)"));
}

void WindowActions::fillMenus(QMainWindow *window)
{
    for (const Export &entry : exports)
        exportMenu->addAction(entry.action);
    exportMenu->addSeparator();
    exportMenu->addActions({pictureWhole, pictureVisible, pictureRange});
    exportMenu->addSeparator();
    for (const PngScale &scale : pngScales)
        exportMenu->addAction(scale.action);

    QMenu *file = window->menuBar()->addMenu(tr("&File"));
    file->addAction(newProgram);
    file->addAction(open);
    file->addAction(openRanks);
    file->addActions({openRemote, fetchRemote});
    file->addMenu(recentMenu);
    file->addSeparator();
    file->addActions({save, saveAs});
    file->addMenu(exportMenu);
    file->addSeparator();
    file->addActions({openSession, saveSession, saveSessionAs});
    file->addSeparator();
    file->addActions({reopenClosed, closeDocument, quit});

    QMenu *edit = window->menuBar()->addMenu(tr("&Edit"));
    edit->addActions({undo, redo, revert});
    edit->addSeparator();
    edit->addAction(editProgram);
    edit->addSeparator();
    edit->addActions({find, findNext, findPrevious});
    edit->addSeparator();
    edit->addActions({copyPicture, copyCommand});

    QMenu *runMenu = window->menuBar()->addMenu(tr("&Run"));
    runMenu->addActions({run, stop});
    runMenu->addSeparator();
    runMenu->addActions({record, recordAgain});
    runMenu->addSeparator();
    runMenu->addAction(recordBlocks);
    runMenu->addAction(predict);
    runMenu->addAction(addMachine);
    runMenu->addSeparator();
    runMenu->addActions({replayTrace, replayRange, runReplay, whatIf, explain});
    runMenu->addSeparator();
    runMenu->addActions({tune, sweep});
    runMenu->addSeparator();
    runMenu->addMenu(compareMenu);

    window->menuBar()->addMenu(viewMenu);
    viewMenu->addActions({fitAll, fitSelection, zoomIn, zoomOut});
    viewMenu->addMenu(tr("St&eps"))->addActions({medianStep, oddStep, compareMedianStep, compareStepBefore, foldSteps});
    viewMenu->addSeparator();
    viewMenu->addActions({nextDocument, previousDocument});
    viewMenu->addSeparator();
    viewMenu->addAction(blockLanes);
    viewMenu->addAction(counterLanes);
    QMenu *colourMenu = viewMenu->addMenu(tr("&Kernel colours"));
    for (const auto &[action, colouring] : colourings)
        colourMenu->addAction(action);
    viewMenu->addSeparator();
    QMenu *themeMenu = viewMenu->addMenu(tr("&Theme"));
    for (const auto &[action, theme] : themes)
        themeMenu->addAction(action);
    QMenu *languageMenu = viewMenu->addMenu(tr("Lang&uage"));
    for (const auto &[action, code] : languages)
        languageMenu->addAction(action);
    viewMenu->addAction(present);
    viewMenu->addSeparator();
    viewMenu->addAction(restoreLayout);
    viewMenu->addSeparator();

    QMenu *help = window->menuBar()->addMenu(tr("&Help"));
    help->addMenu(lessonsMenu);
    help->addActions({manual, palette, keys, reportProblem, about, aboutQt});
}

} // namespace streamscope
