// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the window's actions do; how it is put together is in main_window.cpp.
#include "gui/window/main_window.h"

#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/comparison/comparison_text.h"
#include "gui/parameters/parameter_form.h"
#include "gui/pictures/exports.h"
#include "gui/pictures/prediction_picture.h"
#include "gui/pictures/timeline_image.h"
#include "gui/program_editor/program_editor.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/log_view.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/command_line_text.h"
#include "gui/window/file_replacement.h"
#include "gui/workspace/path_text.h"
#include "gui/workspace/recovery_file.h"
#include "gui/workspace/settings.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QThreadPool>

namespace streamscope {

void MainWindow::run()
{
    if (!m_docks.parameters->commit()) {
        complain(m_docks.parameters->firstProblem());
        return;
    }
    m_messages->clear();
    const Preset &preset = document().preset();
    RunRequest request;
    request.experiment = preset.experiment;
    request.parameters = preset.parameters;
    request.device = preset.device;
    request.blocks = m_actions.recordBlocks->isChecked();
    m_controller.run(std::move(request));
}

void MainWindow::choosePreset(const Preset &preset)
{
    if (document().isFrom(preset)) // also the second click of a double click
        return;
    if (mayReplaceDocument()) {
        m_workspace.choose(preset);
        m_messages->clear();
    } else {
        m_docks.experiments->showCurrent(document().preset());
    }
}

void MainWindow::changeParameter(const std::string &name, const ParameterValue &value)
{
    try {
        m_workspace.front().setParameter(name, value);
    } catch (const InputError &error) {
        complain(QString::fromUtf8(error.what()));
    }
}

/// A trace is read on another thread and may be read again, so it cannot be a pipe.
static void requireRegular(const InputFile &file)
{
    if (!file.regular)
        throw InputError(file.path + ": the window reads traces from files only; write it into one first");
}

void MainWindow::openFile(const QString &path)
{
    try {
        const InputFile file = openInput(pathOf(path));
        if (looksLikeTrace(file)) {
            requireRegular(file);
            openTrace(path, false);
            return;
        }
        Preset preset = loadPreset(file, experiments());
        const QString absolute = QFileInfo(path).absoluteFilePath();
        if (!mayReplaceDocument())
            return;
        if (document().path() == absolute) // the answer may have been to save it
            preset = loadPreset(pathOf(path), experiments());
        m_workspace.open(std::move(preset), absolute);
        Settings::addRecentFile(path);
        Settings::setFolder(QFileInfo(path).absolutePath());
        m_messages->clear();
        m_docks.log->add(tr("Opened %1").arg(path));
    } catch (const std::exception &error) {
        complain(QString::fromUtf8(error.what()));
    }
    updateRecentMenu();
}

void MainWindow::openTrace(const QString &path, bool salvage)
{
    m_trace = QFileInfo(path).absoluteFilePath();
    m_messages->clear();
    Settings::addRecentFile(path);
    Settings::setFolder(QFileInfo(path).absolutePath());
    updateRecentMenu();
    m_controller.open({pathOf(m_trace), {salvage}});
}

void MainWindow::showFailure(const QString &message)
{
    // The command line names its switch; here there is a button.
    const qsizetype advice = message.indexOf(QLatin1String(": --salvage"));
    complain(advice < 0 ? message : message.left(advice));
    if (advice >= 0)
        m_messages->offer(tr("Open what is whole"), [this] { openTrace(m_trace, true); });
}

void MainWindow::showImport(const ImportReport &report)
{
    for (const std::string &line : importLines(report))
        m_docks.log->add(QString::fromStdString(line));
    m_docks.device->clear();
    for (const std::string &device : report.devices) {
        const QString line = QString::fromStdString(device); // "0: NVIDIA H200, 12 operations on 4 streams"
        const qsizetype comma = line.lastIndexOf(QLatin1Char(','));
        m_docks.device->addFact(tr("Device %1").arg(line.section(QLatin1Char(':'), 0, 0)),
                                line.left(comma).section(QLatin1String(": "), 1), tr("As far as the file says."));
        if (comma > 0)
            m_docks.device->addFact(tr("Kept of it"), line.mid(comma + 2));
    }
    m_docks.device->fit();
    if (auto *dock = findChild<QDockWidget *>(QStringLiteral("dockOverlap")))
        dock->raise();
    const QString name = QFileInfo(QString::fromStdString(report.source)).fileName();
    if (!report.brokenAt.empty())
        note(tr("%1 is broken; what is whole of it is shown: %2").arg(name, QString::fromStdString(report.brokenAt)));
    else if (report.keptInAll() == 0)
        note(tr("%1 holds no operation of a GPU: there is nothing to draw.").arg(name));
}

bool MainWindow::saveTo(const QString &path)
{
    commitTyping();
    if (const QString problem = m_docks.parameters->firstProblem(); !problem.isEmpty()) {
        complain(problem);
        return false;
    }
    try {
        m_workspace.front().save(QFileInfo(path).absoluteFilePath());
        Settings::addRecentFile(path);
        Settings::setFolder(QFileInfo(path).absolutePath());
        note(tr("Saved %1").arg(path));
        updateRecentMenu();
        return true;
    } catch (const std::exception &error) {
        complain(QString::fromUtf8(error.what()));
        return false;
    }
}

void MainWindow::openChosen()
{
    const QString path = m_chooseToOpen(tr("Open a preset, a program or a trace"), Settings::folder(),
                                        tr("Presets, programs and traces (*.json *.gz *.sqlite *.csv);;All files (*)"));
    if (!path.isEmpty())
        openFile(path);
}

bool MainWindow::saveChosen(bool askForName)
{
    QString path = document().path();
    if (askForName || path.isEmpty()) {
        // Suggests the document's name also while a trace is shown, so that the trace is not overwritten.
        const QString name = QFileInfo(document().displayName()).completeBaseName();
        path = m_chooseToSave(tr("Save “%1”").arg(document().displayName()),
                              QStringLiteral("%1/%2.json").arg(Settings::folder(), name),
                              tr("Presets and programs (*.json)"));
        if (QFileInfo(path).suffix().isEmpty())
            path = withSuffix(this, path, QStringLiteral("json"));
    }
    return !path.isEmpty() && saveTo(path);
}

QString MainWindow::suggestedPath(const QString &suffix) const
{
    const auto &result = m_controller.result();
    const QString name =
        result && result->import ? QString::fromStdString(result->import->source) : document().displayName();
    return QStringLiteral("%1/%2.%3").arg(Settings::folder(), QFileInfo(name).completeBaseName(), suffix);
}

void MainWindow::exportChosen(const WindowActions::Export &entry)
{
    // The chosen format counts, whatever name was typed.
    const QString path =
        withSuffix(this, m_chooseToSave(tr("Export"), suggestedPath(entry.suffix), entry.filter), entry.suffix);
    if (path.isEmpty())
        return;
    Settings::setFolder(QFileInfo(path).absolutePath());
    exportTo(path);
}

void MainWindow::exportTo(const QString &path)
{
    const std::shared_ptr<const RunResult> result = m_controller.result();
    const bool isPicture = isPicturePath(pathOf(path));
    if (isPicture ? !m_shown : !result) {
        complain(tr("There is nothing to export yet: press Run (F5) first."));
        return;
    }
    const std::optional<PictureSource> picture = isPicture ? std::optional(shownPicture()) : std::nullopt;
    // Packing a large picture takes half a second: not on the window's thread.
    const QPointer<MainWindow> window(this);
    QThreadPool::globalInstance()->start([window, result, picture, path, options = imageOptions()] {
        QString problem;
        try {
            if (picture)
                exportPicture(*picture, pathOf(path), options);
            else
                exportResult(*result, pathOf(path), options);
        } catch (const std::exception &error) {
            problem = QString::fromUtf8(error.what());
        }
        QMetaObject::invokeMethod(
            qApp,
            [window, path, problem] {
                if (window)
                    window->answerExport(path, problem);
            },
            Qt::QueuedConnection);
    });
}

void MainWindow::answerExport(const QString &path, const QString &problem)
{
    if (problem.isEmpty())
        note(tr("Wrote %1").arg(path));
    else
        complain(problem);
    Q_EMIT exported(path);
}

/// What the timeline shows: a comparison, a prediction, or a run with its prediction over it.
PictureSource MainWindow::shownPicture() const
{
    if (m_comparison->isShown())
        return comparisonPicture(m_comparison->compared());
    if (showsPrediction())
        return predictionPicture(m_prediction);
    PictureSource source = pictureOf(m_controller.result());
    source.prediction = m_timeline->prediction();
    if (source.prediction) {
        source.facts.push_back(predictionFacts(*m_prediction));
        source.facts.back().front().prepend(tr("dashed frames: "));
    }
    return source;
}

/// What the Export menu has chosen; without a selected range that is the whole run.
ImageOptions MainWindow::imageOptions() const
{
    ImageOptions options;
    options.lanes = m_timeline->arrangement();
    options.blockLanes = m_timeline->showsBlockLanes();
    options.paths = m_timeline->shownPaths();
    for (const WindowActions::PngScale &scale : m_actions.pngScales)
        if (scale.action->isChecked())
            options.devicePixelRatio = scale.ratio;
    if (m_actions.pictureVisible->isChecked()) {
        const auto [begin, end] = m_timeline->visibleRange();
        options.range = TimeRange{begin, end};
    } else if (const auto range = m_timeline->selectedRange(); range && m_actions.pictureRange->isChecked()) {
        options.range = TimeRange{range->beginNs, range->endNs};
    }
    return options;
}

/// A large run takes seconds to paint: not on the window's thread.
void MainWindow::copyPicture()
{
    const QPointer<MainWindow> window(this);
    const QString done = m_actions.pictureWhole->isChecked() ? tr("The picture of the whole run is on the clipboard.")
                                                             : tr("The picture is on the clipboard.");
    QThreadPool::globalInstance()->start([window, done, picture = shownPicture(), options = imageOptions()] {
        QImage image;
        QString problem;
        try {
            image = recordingBitmap(picture, options);
        } catch (const std::exception &error) {
            problem = QString::fromUtf8(error.what());
        }
        QMetaObject::invokeMethod(
            qApp,
            [window, done, image, problem] {
                if (!window)
                    return;
                if (!problem.isEmpty()) {
                    window->complain(problem);
                    return;
                }
                QGuiApplication::clipboard()->setImage(image);
                window->note(done);
            },
            Qt::QueuedConnection);
    });
}

void MainWindow::copyCommand()
{
    const Preset &preset = document().preset();
    QString command = commandLineText(preset, m_docks.experiments->preset(preset.name));
    if (m_actions.recordBlocks->isChecked())
        command += QStringLiteral(" --blocks");
    QGuiApplication::clipboard()->setText(command);
    note(tr("On the clipboard: %1").arg(command));
}

void MainWindow::setTheme(ApplicationTheme theme)
{
    Settings::setTheme(theme);
    applyTheme(theme);
}

void MainWindow::updateRecentMenu()
{
    m_actions.recentMenu->clear();
    const QStringList files = Settings::recentFiles();
    for (const QString &file : files) {
        QAction *action = m_actions.recentMenu->addAction(file);
        action->setEnabled(fileExists(pathOf(file))); // greyed: it was there once
        connect(action, &QAction::triggered, this, [this, file] { openFile(file); });
    }
    m_actions.recentMenu->addSeparator();
    m_actions.recentMenu->addAction(m_actions.clearRecent);
    m_actions.recentMenu->setEnabled(!files.isEmpty());
}

void MainWindow::showText(const QString &title, const QString &html)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, title, html, QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setIconPixmap(windowIcon().pixmap(64, 64));
    box->setModal(false);
    box->show();
}

void MainWindow::note(const QString &text)
{
    m_docks.log->add(text);
    m_messages->showMessage(MessageBar::Kind::Note, text);
}

void MainWindow::complain(const QString &text)
{
    m_docks.log->add(tr("Error: %1").arg(text));
    m_messages->showMessage(MessageBar::Kind::Error, text);
}

void MainWindow::commitTyping()
{
    m_docks.parameters->commit();
    if (m_editor)
        m_editor->commitTyping();
}

bool MainWindow::mayReplaceDocument()
{
    commitTyping();
    return m_unsaved.mayReplaceFront();
}

bool MainWindow::mayEnd()
{
    commitTyping();
    return m_unsaved.mayEnd();
}

bool MainWindow::restore(const KeptWork &work)
{
    if (!mayReplaceDocument())
        return false;
    m_workspace.restore(work.documents, m_docks.experiments->presets());
    for (const KeptDocument &kept : work.documents)
        if (kept.isFront && !kept.unsoundRows.isEmpty()) {
            editProgram();
            m_editor->restoreRows(kept.unsoundRows);
        }
    return true;
}

void MainWindow::addBar(QWidget *bar)
{
    qobject_cast<QBoxLayout *>(centralWidget()->layout())->insertWidget(0, bar);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    // The program that it comes from waits until this returns, and opening may ask.
    const QString path = event->mimeData()->urls().first().toLocalFile();
    QMetaObject::invokeMethod(
        this, [this, path] { openFile(path); }, Qt::QueuedConnection);
}

} // namespace streamscope
