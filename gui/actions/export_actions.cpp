// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/export_actions.h"

#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/comparison/comparison_picture.h"
#include "gui/pictures/exports.h"
#include "gui/pictures/prediction_picture.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPointer>

#include <utility>

namespace streamscope {

ExportActions::ExportActions(const Workspace &workspace, const WindowActions &actions, const FileDialogs &dialogs,
                             const TimelineWidget *timeline, MessageBar *messages, QWidget *window)
    : m_workspace(workspace), m_actions(actions), m_dialogs(dialogs), m_timeline(timeline), m_messages(messages),
      m_window(window)
{
    for (const WindowActions::Export &entry : actions.exports)
        connect(entry.action, &QAction::triggered, this, [this, entry] { exportChosen(entry); });
    connect(actions.copyPicture, &QAction::triggered, this, &ExportActions::copyPicture);
}

void ExportActions::exportChosen(const WindowActions::Export &entry)
{
    const QString name = m_workspace.front().displayName();
    const QString suggestion =
        QStringLiteral("%1/%2.%3").arg(Settings::saveFolder(), QFileInfo(name).completeBaseName(), entry.suffix);
    // The chosen format counts, whatever name was typed.
    const QString path = withSuffix(m_window, m_dialogs.toSave(tr("Export"), suggestion, entry.filter), entry.suffix);
    if (path.isEmpty())
        return;
    Settings::setSaveFolder(QFileInfo(path).absolutePath());
    exportTo(path);
}

/// Packing a large picture takes half a second.
void ExportActions::exportTo(const QString &path)
{
    const Shown &shown = m_workspace.shown();
    const bool isPicture = isPicturePath(pathOf(path));
    if (isPicture ? !shown.recording() : !shown.result) {
        m_messages->complain(tr("There is nothing to export yet: press Run (F5) first."));
        return;
    }
    const auto failed = [this, path](const QString &problem) {
        m_messages->complain(problem);
        Q_EMIT exported(path);
    };
    const auto write = shown.isElsewhere ? m_elsewhere.write(path, imageOptions()) : writeHere(path, isPicture);
    if (!write)
        return;
    startWork(
        QFileInfo(path).fileName(),
        [write](const RunControl &control) {
            write(control);
            return true;
        },
        [this, path](bool) { tellWritten(path); }, failed);
}

ExportActions::Elsewhere::Write ExportActions::writeHere(const QString &path, bool isPicture) const
{
    const std::optional<PictureSource> picture = isPicture ? std::optional(shownPicture()) : std::nullopt;
    return [result = m_workspace.shown().result, picture, file = pathOf(path),
            options = imageOptions()](const RunControl &control) {
        if (picture)
            exportPicture(*picture, file, options, control);
        else
            exportResult(*result, file, options, control);
    };
}

template <typename Work, typename Done>
void ExportActions::startWork(const QString &what, Work work, Done done,
                              const std::function<void(const QString &)> &failed)
{
    BackgroundTask *task = BackgroundTask::startAnother(this, std::move(work), std::move(done), failed);
    connect(task, &BackgroundTask::progress, this, [this, task, what](int steps, int total, const QString &) {
        m_messages->note(tr("Exporting %1: %2 %").arg(what).arg(total > 0 ? 100 * steps / total : 0));
        m_messages->offer(tr("Stop"), [this, what, of = QPointer(task)] {
            if (!of || !of->isBusy())
                return;
            of->cancel();
            m_messages->note(tr("Stopped: %1 was not exported.").arg(what));
        });
    });
}

void ExportActions::tellWritten(const QString &path)
{
    m_messages->note(tr("Wrote %1").arg(path));
    Q_EMIT exported(path);
}

/// A large run takes seconds to paint.
void ExportActions::copyPicture()
{
    const auto paintHere = [picture = shownPicture(), options = imageOptions()](const RunControl &) {
        return recordingBitmap(picture, options);
    };
    const auto paint = m_workspace.shown().isElsewhere ? m_elsewhere.picture(imageOptions()) : paintHere;
    if (paint)
        startWork(
            tr("the picture"), paint, [this](const QImage &image) { tellCopied(image); },
            [this](const QString &problem) { m_messages->complain(problem); });
}

void ExportActions::tellCopied(const QImage &image)
{
    QGuiApplication::clipboard()->setImage(image);
    m_messages->note(m_actions.pictureWhole->isChecked() ? tr("The picture of the whole run is on the clipboard.")
                                                         : tr("The picture is on the clipboard."));
}

/// A comparison, a prediction, or a run with its prediction over it.
PictureSource ExportActions::shownPicture() const
{
    const Shown &shown = m_workspace.shown();
    if (shown.comparison)
        return comparisonPicture(shown.comparison->runs);
    if (shown.drawn == Shown::Drawn::Prediction)
        return predictionPicture(shown.prediction);
    PictureSource source = pictureOf(shown.result);
    source.prediction = m_timeline->state()->prediction();
    if (source.prediction) {
        source.facts.push_back(predictionFacts(*shown.prediction));
        source.facts.back().front().prepend(tr("dashed frames: "));
    }
    return source;
}

/// The choices of the Export menu; without a selected range that is the whole run.
ImageOptions ExportActions::imageOptions() const
{
    ImageOptions options;
    options.lanes = m_timeline->state()->arrangement();
    options.blockLanes = m_timeline->state()->details().shown;
    options.paths = m_timeline->state()->shownPaths();
    options.colouring = m_timeline->state()->colouring();
    if (m_timeline->state()->content())
        options.kernelTags = m_timeline->state()->content()->names().byName();
    for (const WindowActions::PngScale &scale : m_actions.pngScales)
        if (scale.action->isChecked())
            options.devicePixelRatio = scale.ratio;
    if (m_actions.pictureVisible->isChecked()) {
        const auto [begin, end] = m_timeline->state()->visibleRange();
        options.range = TimeRange{begin, end};
    } else if (const auto range = m_timeline->state()->selectedRange(); range && m_actions.pictureRange->isChecked()) {
        options.range = range;
    }
    return options;
}

} // namespace streamscope
