// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/recovery_keeper.h"

#include "gui/workspace/recovery_file.h"
#include "gui/workspace/recovery_folder.h"
#include "gui/workspace/workspace.h"

#include <exception>
#include <utility>

namespace streamscope {

namespace {
constexpr int usualDelayMs = 1000;
}

RecoveryKeeper::RecoveryKeeper(const Workspace &workspace, RecoveryFolder &folder, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_folder(folder)
{
    m_timer.setSingleShot(true);
    setDelay(usualDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &RecoveryKeeper::keepNow);
    connect(&m_workspace, &Workspace::statusChanged, this, &RecoveryKeeper::changed);
    changed();
}

void RecoveryKeeper::changed()
{
    if (m_workspace.unsaved().empty())
        keepNow(); // saved or discarded work must not be offered
    else if (!m_timer.isActive())
        m_timer.start();
}

void RecoveryKeeper::keepNow()
{
    m_timer.stop();
    const auto unsaved = m_workspace.unsaved();
    if (unsaved.empty()) {
        m_folder.remove();
        return;
    }
    try {
        m_folder.write(keptWorkJson(keptWork(unsaved, m_workspace.experiment())));
        m_hasFailed = false;
    } catch (const std::exception &error) {
        if (!std::exchange(m_hasFailed, true))
            Q_EMIT failed(tr("Unsaved work is not kept for the next start: %1").arg(QString::fromUtf8(error.what())));
    }
}

} // namespace streamscope
