// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/session/recovery_keeper.h"

#include "gui/language/translated.h"
#include "gui/workspace/session/recovery_folder.h"
#include "gui/workspace/workspace.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace streamscope {

RecoveryKeeper::RecoveryKeeper(Workspace &workspace, RecoveryFolder &folder, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_folder(folder)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RecoveryKeeper::keep);
    for (const auto signal :
         {&Workspace::statusChanged, &Workspace::documentsChanged, &Workspace::valuesChanged, &Workspace::shownChanged})
        connect(&m_workspace, signal, this, &RecoveryKeeper::changed);
    changed();
}

int RecoveryKeeper::delayMs(const Pace &pace, qint64 sinceWriteMs)
{
    return static_cast<int>(std::max<qint64>(pace.afterChangeMs, pace.betweenWritesMs - sinceWriteMs));
}

bool RecoveryKeeper::hasWork() const
{
    if (m_workspace.hasLetGo())
        return false;
    if (!m_workspace.unsaved().empty())
        return true;
    const auto &documents = m_workspace.documents();
    return std::any_of(documents.begin(), documents.end(), [](const auto &document) {
        const auto *preset = qobject_cast<const PresetDocument *>(document.get());
        const auto *trace = qobject_cast<const TraceDocument *>(document.get());
        return preset ? preset->result() || preset->sweep()
                      : !trace || trace->isMade(); // the next window opens traces again
    });
}

void RecoveryKeeper::changed()
{
    if (!hasWork())
        drop(); // at once: saved or discarded work must not be offered
    else if (m_task.isBusy())
        m_isAsked = true;
    else
        wait();
}

void RecoveryKeeper::wait()
{
    if (!m_timer.isActive())
        m_timer.start(delayMs(m_pace, m_sinceWrite.isValid() ? m_sinceWrite.elapsed() : m_pace.betweenWritesMs));
}

void RecoveryKeeper::drop()
{
    m_timer.stop();
    m_isAsked = false;
    m_former.clear();
    m_parts.begin(); // no run is used any more
    m_parts.end();
    m_folder.remove();
}

SessionImage RecoveryKeeper::image()
{
    m_workspace.commitView();
    KeptSession session = keptSession(m_workspace);
    const QDateTime now = std::exchange(session.when, QDateTime::fromMSecsSinceEpoch(0, Qt::UTC));
    QByteArray documents = sessionJson(session, m_parts, TraceStore::Named);
    if (documents == std::exchange(m_former, documents))
        return {};
    session.when = now;
    return {sessionJson(session, m_parts, TraceStore::Named), m_parts.list()};
}

void RecoveryKeeper::keep()
{
    m_timer.stop();
    if (!hasWork())
        return drop();
    m_sinceWrite.start();
    SessionImage next = image();
    if (next.documents.isEmpty())
        return;
    m_isAsked = false;
    m_task.start(
        [&folder = m_folder, ticket = m_folder.ticket(), next = std::move(next)](const RunControl &) {
            folder.write(ticket, next);
            return true;
        },
        [this](bool) {
            m_hasFailed = false;
            if (m_isAsked)
                wait();
            Q_EMIT kept();
        },
        [this](const QString &problem) { fail(problem); });
}

void RecoveryKeeper::keepSoon()
{
    m_former.clear();
    keep();
}

void RecoveryKeeper::keepNow()
{
    m_timer.stop();
    if (!hasWork())
        return drop();
    m_former.clear();
    m_sinceWrite.start();
    try {
        m_folder.write(m_folder.ticket(), image());
        m_hasFailed = false;
        Q_EMIT kept();
    } catch (const std::exception &error) {
        fail(translated(error.what()));
    }
}

void RecoveryKeeper::fail(const QString &problem)
{
    m_former.clear();
    if (!std::exchange(m_hasFailed, true))
        Q_EMIT failed(tr("Unsaved work is not kept for the next start: %1").arg(problem));
}

} // namespace streamscope
