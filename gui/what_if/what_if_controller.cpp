// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/what_if/what_if_controller.h"

#include "gui/workspace/workspace.h"

#include <QTimer>

#include <utility>

namespace streamscope {

namespace {

constexpr int afterLastEditMs = 200;

} // namespace

WhatIfController::WhatIfController(Workspace &workspace, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_delay(new QTimer(this))
{
    m_delay->setSingleShot(true);
    m_delay->setInterval(afterLastEditMs);
    connect(m_delay, &QTimer::timeout, this, &WhatIfController::compute);
    connect(&m_task, &BackgroundTask::busyChanged, this, &WhatIfController::changed);
    connect(&workspace, &Workspace::shownChanged, this, &WhatIfController::follow);
    connect(&workspace, &Workspace::valuesChanged, this, &WhatIfController::follow);
    follow();
}

void WhatIfController::setActive(bool active)
{
    if (std::exchange(m_isActive, active) == active)
        return;
    if (active && !m_trial)
        compute();
}

void WhatIfController::setRange(TimeRange range)
{
    if (!m_target.trace || m_range == range)
        return;
    m_range = range;
    follow();
}

WhatIfList *WhatIfController::frontList()
{
    if (m_target.trace && m_listedTrace.lock() != m_target.trace) {
        m_listedTrace = m_target.trace;
        m_range = m_target.range = {};
    }
    Document *document = m_workspace.source();
    if (!document)
        document = &m_workspace.front(); // a comparison that outlived its source: nothing can be tried
    auto *kept = document->findChild<WhatIfList *>(QString(), Qt::FindDirectChildrenOnly);
    return kept ? kept : new WhatIfList(document);
}

/// What is in front may be another document, or the same with other values.
void WhatIfController::follow()
{
    WhatIfTarget target = whatIfTarget(m_workspace);
    if (target.trace && target.trace == m_listedTrace.lock())
        target.range = m_range;
    const bool isSame = target == m_target;
    m_target = std::move(target);
    WhatIfList *list = frontList();
    if (list != m_list) {
        if (m_list)
            m_list->disconnect(this);
        m_list = list;
        connect(list, &WhatIfList::changed, this, &WhatIfController::outdate);
        m_workspace.undoGroup()->addStack(list->undoStack());
        Q_EMIT listReplaced();
    } else if (isSame) {
        return;
    }
    if (!isSame)
        m_start.reset();
    outdate();
}

void WhatIfController::outdate()
{
    m_trial.reset();
    m_problem.clear();
    m_task.cancel();
    m_delay->start();
    Q_EMIT changed();
}

void WhatIfController::compute()
{
    m_delay->stop();
    if (!m_isActive || !m_target || !m_list)
        return;
    m_task.start(
        [target = m_target, start = m_start, changes = m_list->changes()](const RunControl &control) {
            return tryChanges(start ? start : whatIfStart(target, control.stop), changes, control.stop);
        },
        [this](WhatIfTrial trial) {
            m_start = trial.start;
            m_trial = std::move(trial);
            Q_EMIT changed();
        },
        [this](const QString &problem) {
            m_problem = problem;
            Q_EMIT changed();
        });
}

} // namespace streamscope
