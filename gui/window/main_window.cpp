// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/main_window.h"

#include "engine/ranks/rank_trace.h"
#include "experiments/registry.h"
#include "gui/actions/advice_actions.h"
#include "gui/actions/compare_actions.h"
#include "gui/actions/export_actions.h"
#include "gui/actions/file_actions.h"
#include "gui/actions/program_actions.h"
#include "gui/actions/rank_actions.h"
#include "gui/actions/replay_actions.h"
#include "gui/actions/tune_actions.h"
#include "gui/actions/view_actions.h"
#include "gui/actions/what_if_actions.h"
#include "gui/code/code_actions.h"
#include "gui/code/code_page.h"
#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/comparison/comparison_panel.h"
#include "gui/help/help_actions.h"
#include "gui/lessons/lesson_actions.h"
#include "gui/machines/machine_actions.h"
#include "gui/parameters/parameter_form.h"
#include "gui/pictures/exports.h"
#include "gui/ranks/ranks_panel.h"
#include "gui/record/record_actions.h"
#include "gui/remote/remote_actions.h"
#include "gui/results/operations_panel.h"
#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/results/repeats_panel.h"
#include "gui/results/summary_bar.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/session/session_actions.h"
#include "gui/steps/step_actions.h"
#include "gui/sweep/sweep_panel.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/what_if/what_if_panel.h"
#include "gui/widgets/empty_page.h"
#include "gui/widgets/message_bar.h"
#include "gui/widgets/message_stack.h"
#include "gui/window/command_palette.h"
#include "gui/window/device_chooser.h"
#include "gui/window/document_tabs.h"
#include "gui/window/experiment_panels.h"
#include "gui/window/main_tool_bar.h"
#include "gui/window/run_messages.h"
#include "gui/window/shown_panels.h"
#include "gui/workspace/session/kept_session.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/command_line_text.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/text/run_text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

namespace {
constexpr int layoutVersion = 7; ///< raise it when docks are added or renamed
constexpr const char *firstPreset = "balanced-pipeline";
constexpr double presentationScale = 1.5; ///< of all letters
constexpr QSize firstSize(1440, 900);     ///< where the screen has room for it
} // namespace

MainWindow::MainWindow(QWidget *parent)
    : QMainWindow(parent), m_actions(this, m_workspace.undoGroup()),
      m_docks(this, experiments(), builtInPresets(experiments())), m_tools(new MainToolBar(m_actions)),
      m_comparison(new ComparisonController(m_workspace, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setAnimated(false); // docks do not slide: see WindowStyle
    buildCentre();
    addToolBar(m_tools);
    buildTabs();
    m_actions.viewMenu->addAction(m_tools->toggleViewAction());
    m_actions.fillMenus(this);
    m_docks.fillMenu(m_actions.viewMenu);
    setFileChoosers([this](const QString &title, const QString &at,
                           const QString &filter) { return QFileDialog::getOpenFileName(this, title, at, filter); },
                    [this](const QString &title, const QString &at, const QString &filter) {
                        return QFileDialog::getSaveFileName(this, title, at, filter);
                    },
                    [this](const QString &title, const QString &at, const QString &) {
                        return QFileDialog::getExistingDirectory(this, title, at);
                    });
    m_runMessages = std::make_unique<RunMessages>(m_workspace, m_comparison, statusBar(), m_messages, m_docks.log);
    m_files = std::make_unique<FileActions>(m_workspace, m_actions, m_dialogs, m_docks.parameters, m_messages, this);
    m_sessions = std::make_unique<SessionActions>(SessionActions::Parts{
        m_workspace, m_actions, m_dialogs, *m_files, m_messages, this,
        [this](const KeptSession &session) { restore(session); }, [this] { return saveState(layoutVersion); }});
    m_exports = std::make_unique<ExportActions>(m_workspace, m_actions, m_dialogs, m_timeline, m_messages, this);
    m_compares =
        std::make_unique<CompareActions>(m_workspace, m_comparison, m_actions, m_dialogs, m_comparisonBar, m_messages);
    m_programs = std::make_unique<ProgramActions>(m_workspace, m_actions, m_messages, this);
    m_replays = std::make_unique<ReplayActions>(m_workspace, m_comparison, m_actions, m_timeline->state(), m_messages);
    m_knobs =
        std::make_unique<ExperimentPanels>(m_workspace, m_docks, m_tools, *m_files, m_messages, m_actions.predict);
    connectActions();
    connectViewActions(m_actions, m_timeline, this);
    connectLanguageActions(m_actions, m_messages);
    connectDocument();
    m_changes = std::make_unique<WhatIfActions>(
        m_docks.whatIf,
        WhatIfActions::Parts{m_workspace, m_comparison, m_programs.get(), m_dialogs, m_messages, this, m_actions,
                             m_timeline->state(), [this] { m_docks.open(m_docks.whatIf); },
                             [this](const std::string &name) { return m_docks.experiments->preset(name); }});
    connect(m_replays.get(), &ReplayActions::replayed, m_changes.get(), &WhatIfActions::follow);
    m_advice = std::make_unique<AdviceActions>(AdviceActions::Parts{m_workspace, m_actions, *m_changes, m_comparison,
                                                                    m_messages, m_timeline->state(), m_docks.findings,
                                                                    m_docks.selection});
    m_tuning = std::make_unique<TuneActions>(m_workspace, m_comparison, m_actions, m_messages);
    m_ranks = std::make_unique<RankActions>(m_workspace, m_docks.ranks, m_timeline->state(),
                                            [this] { m_docks.open(m_docks.ranks); });
    m_steps = std::make_unique<StepActions>(m_workspace, m_actions, m_timeline, m_docks.selection,
                                            [this] { m_docks.open(m_docks.selection); });
    m_records = std::make_unique<RecordActions>(RecordActions::Parts{m_workspace, m_actions, m_dialogs, m_comparison,
                                                                     m_recordBar, m_messages, m_docks.log, this});
    m_code = std::make_unique<CodeActions>(
        CodeActions::Parts{m_workspace, m_changes->controller(), m_dialogs, m_docks.code, m_messages, this,
                           [this](const std::string &name) { return m_docks.experiments->preset(name); }});
    m_lessons = std::make_unique<LessonActions>(LessonActions::Parts{m_workspace, m_dialogs, m_actions.lessonsMenu,
                                                                     m_docks.experiments, m_docks.lesson, m_messages,
                                                                     this, [this] { m_docks.openLesson(this); }});
    m_files->setLessons([this](const QString &path) { m_lessons->open(pathOf(path)); });
    m_help = std::make_unique<HelpActions>(
        HelpActions::Parts{m_workspace, m_actions, m_dialogs, m_messages, m_docks.log, this});
    m_machines = std::make_unique<MachineActions>(
        m_workspace, m_messages,
        [devices = m_tools->devices()](const auto &catalog, const QStringList &failures) {
            devices->setDevices(catalog, failures);
        },
        this);
    m_remotes = std::make_unique<RemoteActions>(RemoteActions::Parts{
        m_workspace, m_actions, m_messages, m_timeline, m_docks.selection, m_docks.range, this,
        [this] { return m_machines->addresses(); }, m_search, m_docks.findings, m_exports.get(), m_dialogs, *m_files});
    m_files->setElsewhere([this](const QString &address) { m_remotes->open(address); });
    connect(m_actions.addMachine, &QAction::triggered, m_machines.get(), &MachineActions::add);
    connect(m_tools->devices(), &DeviceChooser::machineWanted, m_machines.get(), &MachineActions::add);
    connect(m_advice.get(), &AdviceActions::codeChanged, m_code.get(), &CodeActions::setAdvice);
    connect(m_docks.findings, &FindingsPanel::codeWanted, this, [this](const QString &change) {
        m_docks.open(m_docks.code);
        m_code->goToAdvice(change);
    });
    m_files->setGuard([this](const Document *document) { return m_records->mayClose(document); });
    resize(firstSize);
    restoreGeometry(Settings::geometry());
    resize(size().boundedTo(screen()->availableSize()));
    if (!restoreState(Settings::layout(), layoutVersion))
        m_docks.arrange(this);
    m_workspace.start(*m_docks.experiments->preset(firstPreset));
    m_workspace.runs().listDevices();
}

MainWindow::~MainWindow()
{
    hide();                                // a field that loses the focus asks what is gone behind our members
    m_timeline->state()->disconnect(this); // children emit signals while they are destroyed, after our members
    m_workspace.disconnect(this);
    m_workspace.runs().disconnect(this);
    m_comparison->disconnect(this);
}

void MainWindow::setFileChoosers(FileChooser toOpen, FileChooser toSave, FileChooser toOpenFolder)
{
    m_dialogs = {std::move(toOpen), std::move(toSave), std::move(toOpenFolder)};
}

void MainWindow::buildCentre()
{
    auto *centre = new QWidget(this);
    m_messages = new MessageBar;
    auto *summary = new SummaryBar(centre);
    m_comparisonBar = new ComparisonBar(centre);
    m_comparisonBar->hide();
    m_recordBar = new RecordBar(centre);
    m_recordBar->hide();
    m_search = new SearchBar(centre);
    SearchBar *search = m_search;
    m_timeline = new TimelineWidget(centre);
    m_timeline->setObjectName(QStringLiteral("timeline"));
    m_timeline->addActions({m_actions.fitAll, m_actions.fitSelection, m_actions.zoomIn, m_actions.zoomOut,
                            m_actions.blockLanes, m_actions.counterLanes, m_actions.replayRange, m_actions.explain,
                            m_actions.copyPicture});
    m_timeline->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *coordinator = new TimelineCoordinator(m_timeline, search, m_docks.operations, m_docks.range);
    m_docks.operationsPage->setSearch(search);
    connectFindActions(m_actions, search, coordinator);
    m_panels =
        std::make_unique<ShownPanels>(m_workspace, m_docks, m_timeline->state(), coordinator, summary, m_comparisonBar);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget *bar : std::initializer_list<QWidget *>{m_recordBar, summary, m_comparisonBar, search})
        layout->addWidget(bar);
    layout->addWidget(m_timeline, 1);
    m_bars = new MessageStack(m_timeline);
    addBar(m_messages);
    setCentralWidget(centre);
}

void MainWindow::buildTabs()
{
    auto *bar = new QToolBar(tr("Documents"), this);
    bar->setObjectName(QStringLiteral("documentBar"));
    bar->setMovable(false);
    m_tabs = new DocumentTabs(m_workspace, bar);
    bar->addWidget(m_tabs);
    bar->toggleViewAction()->setVisible(false); // without tabs nobody finds a document
    addToolBarBreak();
    addToolBar(bar);
}

/// The timeline, its headline and nothing else, readable from the last row.
void MainWindow::present(bool presents)
{
    const Qt::WindowStates states = windowState();
    setWindowState(presents ? states | Qt::WindowFullScreen : states & ~Qt::WindowFullScreen);
    m_docks.setPresenting(presents);
    for (QWidget *part : std::initializer_list<QWidget *>{menuBar(), m_tools, m_tabs->parentWidget(), statusBar()})
        part->setVisible(!presents);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * (presents ? presentationScale : 1));
    centralWidget()->setFont(large);
}

void MainWindow::connectActions()
{
    connect(m_actions.run, &QAction::triggered, this, &MainWindow::run);
    connect(m_actions.stop, &QAction::triggered, &m_workspace.runs(), &RunController::stop);
    connect(m_actions.recordBlocks, &QAction::toggled, this, [this](bool records) {
        Settings::recordsBlocks.set(records);
        m_workspace.setRecordsBlocks(records);
    });
    connect(m_actions.predict, &QAction::toggled, this, [this](bool predicts) {
        Settings::predicts.set(predicts);
        m_workspace.setPredicts(predicts);
    });
    m_docks.findings->offer(m_actions.run);
    m_docks.repeats->emptyPage()->offer(m_actions.run);
    m_docks.overlap->emptyPage()->offer(m_actions.run);
    m_docks.comparison->emptyPage()->offer(m_actions.compareMenu);
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions.copyCommand, &QAction::triggered, this, &MainWindow::copyCommand);
    connect(m_actions.revert, &QAction::triggered, this, [this] { m_workspace.experiment()->revert(); });
    connect(m_exports.get(), &ExportActions::exported, this, &MainWindow::exported);
    connect(&m_workspace.runs(), &RunController::busyChanged, this, &MainWindow::updateActions);
    connect(m_comparison, &ComparisonController::busyChanged, this, &MainWindow::updateActions);
    connect(m_timeline->state(), &TimelineState::spanSelected, this, &MainWindow::updateActions);
    connect(m_timeline->state(), &TimelineState::rangeChanged, this, &MainWindow::updateActions);
    connect(m_actions.closeDocument, &QAction::triggered, this, [this] { m_files->close(&m_workspace.front()); });
    connect(m_actions.reopenClosed, &QAction::triggered, this,
            [this] { m_workspace.reopenClosed(m_docks.experiments->presets()); });
    connect(m_tabs, &DocumentTabs::closeWanted, m_files.get(), &FileActions::close);
    connect(m_actions.nextDocument, &QAction::triggered, m_tabs, [this] { m_tabs->step(1); });
    connect(m_actions.previousDocument, &QAction::triggered, m_tabs, [this] { m_tabs->step(-1); });
    connect(m_actions.present, &QAction::toggled, this, &MainWindow::present);
    connect(m_actions.restoreLayout, &QAction::triggered, this, [this] { m_docks.arrange(this); });
    connect(m_actions.palette, &QAction::triggered, this, [this] { (new CommandPalette(menuBar(), this))->open(); });
    connect(m_actions.sweep, &QAction::triggered, this, [this] { m_docks.open(m_docks.sweep); });
    m_actions.recordBlocks->setChecked(Settings::recordsBlocks());
    m_actions.predict->setChecked(Settings::predicts());
}

void MainWindow::connectDocument()
{
    connect(&m_workspace, &Workspace::statusChanged, this, [this] {
        updateTitle();
        m_actions.revert->setEnabled(m_workspace.experiment() && document().canRevert());
        m_actions.reopenClosed->setEnabled(m_workspace.canReopen());
    });
    connect(&m_workspace, &Workspace::shownChanged, this, &MainWindow::updateTitle);
    connect(&m_workspace, &Workspace::shownChanged, this, &MainWindow::updateActions);
    connect(m_comparison, &ComparisonController::shown, this, [this] {
        if (!m_docks.whatIf->isVisible()) // the list stays in sight while its user goes on with it
            m_docks.turnTo(m_docks.comparison);
    });
    connect(&m_workspace.runs(), &RunController::finished, this, [this] {
        const Shown &shown = m_workspace.shown();
        if (shown.isTrace() && !shown.result->ranks && !m_docks.whatIf->isVisible())
            m_docks.turnTo(m_docks.overlap);
    });
}

void MainWindow::run()
{
    if (!m_docks.parameters->commit()) {
        m_messages->complain(m_docks.parameters->firstProblem());
        return;
    }
    m_messages->clear();
    m_workspace.run();
}

/// What the timeline says where it has nothing to draw.
QString MainWindow::placeholder() const
{
    if (!m_workspace.trace())
        return tr("Press Run (F5) to see what each stream and each engine does.\n\n"
                  "Other presets are on the left; the knobs below them can be changed before each run.");
    if (!m_workspace.trace()->note().isEmpty())
        return m_workspace.trace()->note();
    if (m_workspace.trace()->grows())
        return tr("Nothing has been recorded yet.\n\nWhat the program runs on a GPU appears here as it runs.");
    if (!m_workspace.trace()->nothing().isEmpty())
        return m_workspace.trace()->nothing();
    return m_workspace.trace()->result() ? tr("This trace holds no operation of a GPU.")
                                         : tr("The trace is being read, or could not be read.");
}

void MainWindow::updateTitle()
{
    const Shown &shown = m_workspace.shown();
    m_timeline->setPlaceholder(placeholder());
    const Document &front = m_workspace.front();
    QString title = front.displayName() + QStringLiteral("[*]");
    if (const auto *trace = qobject_cast<const TraceDocument *>(&front))
        title = front.displayName() + (trace->isMade() ? tr(" — Fold") : tr(" — Trace")); // it cannot be modified
    else if (shown.comparison)
        title += tr(" — Comparison");
    else if (shown.result && isSimulated(*shown.result))
        title += tr(" — Simulated");
    setWindowTitle(title + QStringLiteral(" — StreamScope"));
    setWindowModified(front.isModified());
}

void MainWindow::updateActions()
{
    const Shown &shown = m_workspace.shown();
    const bool busy = m_workspace.runs().isBusy();
    const bool draws = shown.drawn != Shown::Drawn::Nothing;
    const bool isHere = !shown.isElsewhere; // else its operations lie on another machine
    const bool hasBlocks = shown.result && !shown.result->recording.timeline.blocks().empty();
    m_actions.tune->setEnabled(!busy && !m_comparison->isRunning() && TuneActions::canTune(m_workspace));
    const PresetDocument *experiment = m_workspace.experiment();
    m_actions.run->setEnabled(!busy && !m_comparison->isRunning() && experiment && experiment->preset().experiment);
    for (QAction *action :
         {m_actions.save, m_actions.saveAs, m_actions.editProgram, m_actions.copyCommand, m_actions.sweep})
        action->setEnabled(experiment);
    m_actions.stop->setEnabled(busy || m_comparison->isBusy());
    for (const WindowActions::Export &entry : m_actions.exports)
        entry.action->setEnabled(isPicturePath('.' + entry.suffix.toStdString())
                                     ? draws
                                     : shown.result && (entry.suffix != QStringLiteral("blocks.csv") || hasBlocks));
    m_tools->exportButton()->setEnabled(shown.result || draws);
    m_actions.whatIf->setEnabled(isHere);
    m_actions.fetchRemote->setEnabled(!isHere && shown.result);
    m_compares->update();
    m_replays->update();
    if (m_advice) // the first documents come before it
        m_advice->update();
    if (m_steps)
        m_steps->update();
    m_actions.blockLanes->setEnabled(
        hasBlocks || (shown.comparison && !shown.comparison->runs->merged->timeline.blocks().empty()));
    for (QAction *action : {m_actions.fitAll, m_actions.zoomIn, m_actions.zoomOut})
        action->setEnabled(draws);
    m_actions.copyPicture->setEnabled(draws);
    m_actions.fitSelection->setEnabled(m_timeline->state()->selectedSpan() || m_timeline->state()->selectedRange());
}

void MainWindow::copyCommand()
{
    const Preset &preset = document().preset();
    QString command = commandLineText(preset, m_docks.experiments->preset(preset.name));
    if (m_actions.recordBlocks->isChecked())
        command += QStringLiteral(" --blocks");
    QApplication::clipboard()->setText(command);
    m_messages->note(tr("On the clipboard: %1").arg(command));
}

void MainWindow::openFile(const QString &path)
{
    m_files->open(path);
}

void MainWindow::openFiles(const QStringList &paths)
{
    std::vector<std::string> files;
    for (const QString &path : paths)
        files.push_back(pathOf(path));
    if (areNamedAsRanks(files))
        m_files->openRanks(paths);
    else
        m_files->openAll(paths);
}

void MainWindow::exportTo(const QString &path)
{
    m_exports->exportTo(path);
}

bool MainWindow::saveTo(const QString &path)
{
    return m_files->saveTo(path);
}

bool MainWindow::mayEnd()
{
    return m_sessions->mayEnd() && m_files->mayEnd();
}

void MainWindow::restore(const KeptSession &session)
{
    m_workspace.restore(session, m_docks.experiments->presets());
    if (!session.layout.isEmpty())
        restoreState(session.layout, layoutVersion); // of another version: the panels stay where they are
    const KeptDocument &front = session.documents[static_cast<std::size_t>(session.front)];
    if (const auto *experiment = std::get_if<KeptExperiment>(&front.content);
        experiment && !experiment->unsoundRows.isEmpty())
        m_programs->edit(experiment->unsoundRows);
}

void MainWindow::saveSessionTo(const QString &path)
{
    m_sessions->saveTo(path);
}

void MainWindow::reopen()
{
    for (const QString &problem : m_open.reopen(m_docks.experiments->presets()))
        m_messages->note(problem);
}

void MainWindow::keepDocuments()
{
    m_open.keep();
}

void MainWindow::addBar(QWidget *bar)
{
    m_bars->add(bar);
}

/// Floating panels that were open before come to the front with the window, not behind it.
void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    for (QDockWidget *dock : findChildren<QDockWidget *>())
        if (dock->isFloating() && dock->isVisible())
            QMetaObject::invokeMethod(dock, &QWidget::raise, Qt::QueuedConnection);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayEnd()) {
        event->ignore();
        return;
    }
    m_workspace.runs().stop();
    m_workspace.letGo(); // nothing is offered after an end like this
    Settings::geometry.set(saveGeometry());
    Settings::layout.set(saveState(layoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), [](const QUrl &url) { return url.isLocalFile(); }))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    // The program that it comes from waits until this returns, and opening may ask.
    QStringList paths;
    for (const QUrl &url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    const bool compares = event->modifiers().testFlag(Qt::ShiftModifier) && paths.size() == 2;
    QMetaObject::invokeMethod(
        this, [this, paths, compares] { openDropped(paths, compares); }, Qt::QueuedConnection);
}

void MainWindow::openDropped(const QStringList &paths, bool compares)
{
    if (compares)
        m_comparison->compareFiles(paths[0], paths[1]);
    else
        m_files->openAll(paths);
}

} // namespace streamscope
