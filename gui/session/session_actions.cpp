// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/session/session_actions.h"

#include "experiments/registry.h"
#include "gui/actions/file_actions.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/actions/window_actions.h"
#include "gui/language/translated.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/session/session_file.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QFileInfo>
#include <QMessageBox>

#include <utility>

namespace streamscope {

namespace {
const QString suffix = QStringLiteral("streamscope");
}

SessionActions::SessionActions(const Parts &parts) : m_parts(parts)
{
    connect(parts.actions.openSession, &QAction::triggered, this, &SessionActions::openChosen);
    connect(parts.actions.saveSession, &QAction::triggered, this, [this] { save(false); });
    connect(parts.actions.saveSessionAs, &QAction::triggered, this, [this] { save(true); });
    parts.files.setSessions([this](const QString &path) { open(path); });
}

void SessionActions::openChosen()
{
    const QString path = m_parts.dialogs.toOpen(tr("Open a session"), Settings::folder(),
                                                tr("Sessions (*.%1);;All files (*)").arg(suffix));
    if (!path.isEmpty())
        open(path);
}

void SessionActions::open(const QString &path)
{
    m_parts.messages->note(tr("Opening %1 …").arg(path));
    m_opening.start([file = pathOf(path)](
                        const RunControl &control) { return loadSession(openInput(file), experiments(), control); },
                    [this, path](const KeptSession &session) {
                        m_parts.messages->clear();
                        m_parts.files.remember(path);
                        m_parts.restore(session);
                        m_path = QFileInfo(path).absoluteFilePath();
                        m_saved = SessionSubstance(m_parts.workspace);
                        Q_EMIT m_parts.messages->said(tr("Opened %1").arg(path));
                    },
                    [this](const QString &problem) { m_parts.messages->complain(problem); });
}

void SessionActions::save(bool asksForName)
{
    QString path = m_path;
    if (asksForName || path.isEmpty()) {
        path = m_parts.dialogs.toSave(tr("Save the session"),
                                      path.isEmpty() ? Settings::saveFolder() + QStringLiteral("/session.") + suffix
                                                     : path,
                                      tr("Sessions (*.%1)").arg(suffix));
        if (!path.isEmpty() && QFileInfo(path).suffix().isEmpty())
            path = withSuffix(m_parts.window, path, suffix);
    }
    if (!path.isEmpty())
        saveTo(path);
}

/// @throws RunError
SessionImage SessionActions::image()
{
    m_parts.workspace.commitTyping();
    m_parts.workspace.commitView();
    KeptSession session = keptSession(m_parts.workspace);
    session.layout = m_parts.layout();
    SessionParts parts;
    SessionImage image;
    image.documents = sessionJson(session, parts, TraceStore::Embedded);
    image.parts = parts.list();
    return image;
}

void SessionActions::isSavedAs(const QString &path, SessionSubstance substance)
{
    m_path = QFileInfo(path).absoluteFilePath();
    m_saved = std::move(substance);
    m_parts.files.remember(path);
    Settings::setSaveFolder(QFileInfo(path).absolutePath());
}

void SessionActions::saveTo(const QString &path)
{
    SessionImage written;
    try {
        written = image();
    } catch (const std::exception &error) {
        m_parts.messages->complain(translated(error.what()));
        return;
    }
    BackgroundTask::startAnother(
        this,
        [image = std::move(written), file = pathOf(QFileInfo(path).absoluteFilePath())](const RunControl &control) {
            writeSession(image, file, control);
            return true;
        },
        [this, path, substance = SessionSubstance(m_parts.workspace)](bool) {
            isSavedAs(path, substance);
            m_parts.messages->note(tr("Saved the session as %1").arg(path));
        },
        [this](const QString &problem) { m_parts.messages->complain(problem); });
}

/// Before the window closes: it waits.
bool SessionActions::saveNow()
{
    try {
        writeSession(image(), pathOf(m_path), RunControl());
    } catch (const std::exception &error) {
        m_parts.messages->complain(translated(error.what()));
        return false;
    }
    isSavedAs(m_path, SessionSubstance(m_parts.workspace));
    return true;
}

bool SessionActions::mayEnd()
{
    if (m_path.isEmpty())
        return true;
    m_parts.workspace.commitTyping();
    if (SessionSubstance(m_parts.workspace) == m_saved)
        return true;
    QMessageBox box(QMessageBox::Warning, tr("Session"), {},
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_parts.window);
    box.setObjectName(QStringLiteral("sessionQuestion"));
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("Save the changes to the session “%1”?").arg(QFileInfo(m_path).fileName()));
    box.setInformativeText(tr("Runs, sweeps and comparisons that are not saved are lost."));
    box.setDefaultButton(QMessageBox::Save);
    box.setEscapeButton(QMessageBox::Cancel);
    const int answer = box.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && saveNow());
}

} // namespace streamscope
