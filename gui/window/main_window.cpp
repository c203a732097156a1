// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/main_window.h"

#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/comparison/comparison_panel.h"
#include "gui/parameters/explanation_view.h"
#include "gui/parameters/parameter_form.h"
#include "gui/pictures/exports.h"
#include "gui/program_editor/program_editor.h"
#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/results/repeats_panel.h"
#include "gui/results/summary_bar.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/log_view.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/about_text.h"
#include "gui/window/device_chooser.h"
#include "gui/workspace/named_run.h"
#include "gui/workspace/run_text.h"
#include "gui/workspace/settings.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace streamscope {

namespace {
constexpr int layoutVersion = 3; ///< raise it when docks are added or renamed
constexpr const char *firstPreset = "large-pipeline";
} // namespace

MainWindow::MainWindow(QWidget *parent)
    : QMainWindow(parent), m_unsaved(m_workspace, this, [this] { return saveChosen(false); }),
      m_actions(this, m_workspace.undoGroup()), m_docks(this, experiments(), builtInPresets(experiments()))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setAnimated(false); // docks do not slide: see WindowStyle
    resize(1440, 900);
    buildCentre();
    buildToolBar();
    buildStatusBar();
    m_actions.fillMenus(this);
    m_docks.fillMenu(m_actions.viewMenu);
    setFileChoosers([this](const QString &title, const QString &at,
                           const QString &filter) { return QFileDialog::getOpenFileName(this, title, at, filter); },
                    [this](const QString &title, const QString &at, const QString &filter) {
                        return QFileDialog::getSaveFileName(this, title, at, filter);
                    });
    connectActions();
    connectViewActions();
    connectDocument();
    connectPanels();
    connectRuns();
    connectPrediction();
    connectComparison();
    loadFirstPreset();
    restoreWindow();
    updateRecentMenu();
    updateActions();
    m_controller.listDevices();
}

MainWindow::~MainWindow()
{
    // Losing the focus and dying make the parts speak; by then half of us would be gone.
    m_docks.parameters->disconnect(this);
    m_docks.operations->disconnect(m_timeline);
    m_docks.comparison->disconnect(m_timeline);
    m_timeline->disconnect(this);
    m_workspace.disconnect(this);
    m_controller.disconnect(this);
    m_predictor.disconnect(this);
    m_comparison->disconnect(this);
}

void MainWindow::setFileChoosers(FileChooser toOpen, FileChooser toSave)
{
    m_chooseToOpen = std::move(toOpen);
    m_chooseToSave = std::move(toSave);
}

void MainWindow::buildCentre()
{
    auto *centre = new QWidget(this);
    m_messages = new MessageBar(centre);
    m_summary = new SummaryBar(centre);
    m_timeline = new TimelineWidget(centre);
    m_timeline->setObjectName(QStringLiteral("timeline"));
    m_timeline->setPlaceholder(
        tr("Press Run (F5) to see what each stream and each engine does.\n\n"
           "Other presets are on the left; the knobs below them can be changed before each run."));
    m_timeline->addActions({m_actions.fitAll, m_actions.fitSelection, m_actions.zoomIn, m_actions.zoomOut,
                            m_actions.blockLanes, m_actions.copyPicture});
    m_timeline->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_search = new SearchBar(centre);
    m_companions = new TimelineCoordinator(m_timeline, m_search, m_docks.operations, m_docks.range);
    m_comparison = new ComparisonController(m_timeline, m_companions, m_docks.comparison, centre);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_summary);
    layout->addWidget(m_comparison->bar());
    layout->addWidget(m_search);
    layout->addWidget(m_timeline, 1);
    setCentralWidget(centre);
}

void MainWindow::buildToolBar()
{
    QToolBar *bar = addToolBar(tr("Main tools"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_devices = new DeviceChooser(bar);
    auto *deviceLabel = new QLabel(tr(" De&vice "), bar);
    deviceLabel->setBuddy(m_devices);
    bar->addWidget(deviceLabel);
    bar->addWidget(m_devices);
    bar->addSeparator();
    bar->addActions({m_actions.run, m_actions.stop});
    bar->addSeparator();
    m_repeat = new QSpinBox(bar);
    m_repeat->setObjectName(QStringLiteral("repeatBox"));
    m_repeat->setAccessibleName(tr("Repeat"));
    m_repeat->setToolTip(tr("Plain runs after the warm-up; the makespan is their median"));
    auto *repeatLabel = new QLabel(tr(" Repea&t "), bar);
    repeatLabel->setBuddy(m_repeat);
    bar->addWidget(repeatLabel);
    bar->addWidget(m_repeat);
    auto *blocks = new QCheckBox(m_actions.recordBlocks->text(), bar); // a pressed button hardly shows its state
    blocks->setObjectName(QStringLiteral("recordBlocksBox"));
    blocks->setToolTip(m_actions.recordBlocks->toolTip());
    connect(blocks, &QCheckBox::toggled, m_actions.recordBlocks, &QAction::setChecked);
    connect(m_actions.recordBlocks, &QAction::toggled, blocks, &QCheckBox::setChecked);
    bar->addWidget(blocks);
    bar->addSeparator();
    bar->addAction(m_actions.predict);
    bar->addSeparator();
    auto *compareButton = new QToolButton(bar);
    compareButton->setObjectName(QStringLiteral("compareButton"));
    compareButton->setText(tr("Compare"));
    compareButton->setToolTip(tr("Put another run, a file or the prediction beside the run that is shown"));
    compareButton->setPopupMode(QToolButton::InstantPopup);
    compareButton->setMenu(m_actions.compareMenu);
    bar->addWidget(compareButton);
    auto *exportButton = new QToolButton(bar);
    exportButton->setObjectName(QStringLiteral("exportButton"));
    exportButton->setText(tr("Export"));
    exportButton->setIcon(QIcon(QStringLiteral(":/icons/export.svg")));
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exportButton->setPopupMode(QToolButton::InstantPopup);
    exportButton->setMenu(m_actions.exportMenu);
    bar->addWidget(exportButton);
    m_actions.viewMenu->addAction(bar->toggleViewAction());
}

void MainWindow::buildStatusBar()
{
    m_progressText = new QLabel(this);
    m_progressText->setObjectName(QStringLiteral("progressText"));
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("progress"));
    m_progress->setMaximumWidth(220);
    m_progress->setMaximumHeight(fontMetrics().height() + 4);
    m_progress->hide();
    statusBar()->addWidget(m_progressText, 1);
    statusBar()->addPermanentWidget(m_progress);
}

void MainWindow::connectActions()
{
    connect(m_actions.run, &QAction::triggered, this, &MainWindow::run);
    connect(m_actions.stop, &QAction::triggered, &m_controller, &RunController::stop);
    connect(m_actions.recordBlocks, &QAction::toggled, this, [this](bool records) {
        Settings::setRecordsBlocks(records);
        updateOutdated();
    });
    connect(m_actions.open, &QAction::triggered, this, &MainWindow::openChosen);
    connect(m_actions.save, &QAction::triggered, this, [this] { saveChosen(false); });
    connect(m_actions.saveAs, &QAction::triggered, this, [this] { saveChosen(true); });
    connect(m_actions.clearRecent, &QAction::triggered, this, [this] {
        Settings::clearRecentFiles();
        updateRecentMenu();
    });
    connect(m_actions.recentMenu, &QMenu::aboutToShow, this, &MainWindow::updateRecentMenu);
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions.copyPicture, &QAction::triggered, this, &MainWindow::copyPicture);
    connect(m_actions.copyCommand, &QAction::triggered, this, &MainWindow::copyCommand);
    connect(m_actions.revert, &QAction::triggered, &m_workspace, [this] { m_workspace.front().revert(); });
    connect(m_actions.newProgram, &QAction::triggered, this, &MainWindow::newProgram);
    connect(m_actions.editProgram, &QAction::triggered, this, &MainWindow::editProgram);
    for (const WindowActions::Export &entry : m_actions.exports)
        connect(entry.action, &QAction::triggered, this, [this, entry] { exportChosen(entry); });
}

void MainWindow::connectViewActions()
{
    connect(m_actions.fitAll, &QAction::triggered, m_timeline, &TimelineWidget::fitAll);
    connect(m_actions.fitSelection, &QAction::triggered, m_timeline, &TimelineWidget::fitSelection);
    connect(m_actions.zoomIn, &QAction::triggered, m_timeline, &TimelineWidget::zoomIn);
    connect(m_actions.zoomOut, &QAction::triggered, m_timeline, &TimelineWidget::zoomOut);
    connect(m_actions.blockLanes, &QAction::toggled, this, [this](bool shown) {
        Settings::setShowsBlockLanes(shown);
        m_timeline->setBlockLanesShown(shown);
    });
    for (const auto &[action, theme] : m_actions.themes)
        connect(action, &QAction::triggered, this, [this, wanted = theme] { setTheme(wanted); });
    connect(m_actions.restoreLayout, &QAction::triggered, this, [this] { m_docks.arrange(this); });
    connect(m_actions.fullScreen, &QAction::toggled, this, [this](bool full) {
        setWindowState(full ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    connect(m_actions.keys, &QAction::triggered, m_companions, &TimelineCoordinator::showKeys);
    connect(m_actions.about, &QAction::triggered, this,
            [this] { showText(tr("About StreamScope"), aboutText(m_cudaStatus)); });
    connect(m_actions.aboutQt, &QAction::triggered, qApp, &QApplication::aboutQt);
}

void MainWindow::connectDocument()
{
    connect(&m_workspace, &Workspace::replaced, this, [this] {
        m_docks.explanation->setPreset(document().preset());
        m_docks.experiments->showCurrent(document().preset());
        m_docks.parameters->setParameters(document().preset().parameters, true);
    });
    connect(&m_workspace, &Workspace::valuesChanged, this, &MainWindow::showDocument);
    connect(&m_workspace, &Workspace::valuesChanged, this, &MainWindow::showInEditor);
    connect(&m_workspace, &Workspace::statusChanged, this, [this] {
        updateTitle();
        m_actions.revert->setEnabled(document().canRevert());
        if (m_editor)
            m_editor->setWindowModified(document().isModified());
        m_docks.experiments->markChanged([this](const Preset &preset) { return m_workspace.isModified(preset); });
    });
}

void MainWindow::connectPanels()
{
    connect(m_docks.experiments, &ExperimentTree::chosen, this, &MainWindow::choosePreset);
    connect(m_docks.parameters, &ParameterForm::edited, this, &MainWindow::changeParameter);
    connect(m_repeat, &QSpinBox::valueChanged, this,
            [this](int value) { changeParameter("repeat", std::int64_t{value}); });
    connect(m_devices, &DeviceChooser::deviceChosen, &m_workspace,
            [this](const std::string &id) { m_workspace.front().setDevice(id); });
    connect(m_timeline, &TimelineWidget::spanSelected, m_docks.operations, &OperationsTable::selectSpan);
    connect(m_docks.operations, &OperationsTable::spanSelected, m_timeline, &TimelineWidget::selectSpan);
    connect(m_timeline, &TimelineWidget::spanSelected, this, [this](int span) {
        const Recording *beside = m_timeline->prediction().get();
        if (!m_comparison->describe(span, m_docks.selection))
            m_docks.selection->setSpan(m_shown ? &m_shown->timeline : nullptr, span,
                                       beside ? &beside->timeline : nullptr);
        updateActions();
    });
    connect(m_timeline, &TimelineWidget::rangeChanged, this, [this] {
        const auto range = m_timeline->selectedRange();
        const auto ofA = range ? std::optional(m_comparison->rangeOfA(*range)) : std::nullopt;
        m_docks.overlap->setRange(ofA ? std::optional(TimeRange{ofA->beginNs, ofA->endNs}) : std::nullopt);
        updateActions();
    });
}

void MainWindow::connectRuns()
{
    connect(&m_controller, &RunController::devicesListed, this,
            [this](const std::shared_ptr<const DeviceCatalog> &catalog) {
                m_cudaStatus = QString::fromStdString(catalog->cudaStatus);
                m_devices->setCatalog(catalog);
                m_docks.log->add(tr("CUDA: %1").arg(m_cudaStatus));
                showDevice();
                askForPrediction();
            });
    connect(&m_controller, &RunController::busyChanged, this, [this](bool busy) {
        m_progress->setVisible(busy);
        if (busy)
            m_progress->setRange(0, 0);
        else
            m_progressText->clear();
        updateActions();
    });
    connect(&m_controller, &RunController::started, this, [this] { m_docks.log->add(tr("Started")); });
    connect(&m_controller, &RunController::progress, this, [this](int done, int total, const QString &what) {
        m_progress->setRange(0, total);
        m_progress->setValue(done);
        m_progressText->setText(what);
    });
    connect(&m_controller, &RunController::finished, this, &MainWindow::showResult);
    connect(&m_controller, &RunController::failed, this, [this](const QString &message) { showFailure(message); });
    connect(&m_controller, &RunController::stopped, this,
            [this] { note(tr("It was stopped; the former result is still shown.")); });
}

void MainWindow::restoreWindow()
{
    for (const auto &[action, theme] : m_actions.themes)
        action->setChecked(theme == Settings::theme());
    m_actions.recordBlocks->setChecked(Settings::recordsBlocks());
    m_actions.blockLanes->setChecked(Settings::showsBlockLanes());
    m_timeline->setBlockLanesShown(m_actions.blockLanes->isChecked());
    restoreGeometry(Settings::geometry());
    if (!restoreState(Settings::layout(), layoutVersion))
        m_docks.arrange(this);
}

void MainWindow::loadFirstPreset()
{
    const Preset *preset = m_docks.experiments->preset(firstPreset);
    if (!preset && !m_docks.experiments->presets().empty())
        preset = &m_docks.experiments->presets().front();
    if (preset)
        m_workspace.choose(*preset);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayEnd()) {
        event->ignore();
        return;
    }
    m_controller.stop();
    Settings::setWindow(saveGeometry(), saveState(layoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::showDocument()
{
    const Preset &preset = document().preset();
    m_docks.parameters->setParameters(preset.parameters);
    m_devices->setDevice(preset.device);
    showDevice();
    const QSignalBlocker quiet(m_repeat);
    for (const ParameterSpec &spec : preset.parameters.specs()) {
        if (spec.name == "repeat")
            m_repeat->setRange(static_cast<int>(spec.minimum), static_cast<int>(spec.maximum));
    }
    m_repeat->setValue(static_cast<int>(preset.parameters.integer("repeat")));
    updateOutdated();
    m_traceInFront = false; // the user who changes a knob wants to see its effect
    askForPrediction();
}

void MainWindow::showDevice()
{
    m_docks.device->setDevice(m_devices->deviceInfo());
}

void MainWindow::showResult(const std::shared_ptr<const RunResult> &result)
{
    const std::shared_ptr<const Recording> recording(result, &result->recording);
    const bool simulated = isSimulated(*result);
    m_messages->clear();
    m_docks.repeats->setMakespans(&recording->makespans, simulated);
    m_docks.overlap->setResult(result);
    m_docks.findings->setFindings(&result->analysis.findings, recording->notes);
    m_summary->setResult(result.get());
    QStringList figures;
    for (const RunFigure &figure : runFigures(*result))
        figures << figure.label + QLatin1Char(' ') + figure.value;
    m_docks.log->add((result->import ? tr("Opened a trace of %1: %2") : tr("Run finished on %1: %2"))
                         .arg(deviceText(recording->device), figures.join(QStringLiteral(", "))));
    for (const std::string &note : recording->notes)
        m_docks.log->add(QString::fromStdString(note));
    if (recording->verification == Verification::Failed)
        complain(tr("The results are wrong: %1").arg(QString::fromStdString(recording->verificationText)));
    m_traceInFront = result->import != nullptr;
    if (result->import)
        showImport(*result->import);
    else
        showDevice();
    updateTitle();
    updateOutdated();
    m_comparison->addRun(namedRun(result));
    updateView();
    updateActions();
}

void MainWindow::updateTitle()
{
    const auto &result = m_controller.result();
    QString title = document().displayName() + QStringLiteral("[*]");
    if (result && result->import)
        title = QFileInfo(QString::fromStdString(result->import->source)).fileName() + tr(" — Trace");
    else if (result && isSimulated(*result))
        title += tr(" — Simulated");
    setWindowTitle(title + QStringLiteral(" — StreamScope"));
    setWindowModified(document().isModified() && !(result && result->import));
}

void MainWindow::updateOutdated()
{
    const auto &result = m_controller.result();
    if (!result)
        return;
    if (result->import) // no knob leads to it
        m_summary->setOutdated(false);
    else
        m_summary->setOutdated(!resultIsCurrent() || (m_actions.recordBlocks->isChecked() && !result->request.blocks));
}

void MainWindow::updateActions()
{
    const bool busy = m_controller.isBusy();
    const bool hasResult = m_controller.result() != nullptr;
    const bool hasBlocks = hasResult && !m_controller.result()->recording.timeline.blocks().empty();
    m_actions.run->setEnabled(!busy && document().preset().experiment);
    m_actions.stop->setEnabled(busy || m_comparison->isBusy());
    for (const WindowActions::Export &entry : m_actions.exports)
        entry.action->setEnabled(isPicturePath('.' + entry.suffix.toStdString())
                                     ? m_shown != nullptr
                                     : hasResult && (entry.suffix != QStringLiteral("blocks.csv") || hasBlocks));
    if (auto *button = findChild<QToolButton *>(QStringLiteral("exportButton")))
        button->setEnabled(hasResult || m_shown);
    m_actions.copyPicture->setEnabled(m_shown != nullptr);
    updateCompareActions();
    const auto compared = m_comparison->compared();
    m_actions.blockLanes->setEnabled(hasBlocks || (compared && !compared->merged->timeline.blocks().empty()));
    for (QAction *action : {m_actions.fitAll, m_actions.zoomIn, m_actions.zoomOut})
        action->setEnabled(m_shown != nullptr);
    m_actions.fitSelection->setEnabled(m_timeline->selectedSpan() || m_timeline->selectedRange());
}

} // namespace streamscope
