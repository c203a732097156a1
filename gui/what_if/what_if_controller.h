// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/what_if/what_if_list.h"
#include "gui/what_if/what_if_trial.h"

#include <QPointer>

#include <memory>
#include <optional>

class QTimer;

namespace streamscope {

class Workspace;

/// Keeps a list of changes for each document, and tries that of the document in front on another thread, shortly after
/// the last edit.
class WhatIfController : public QObject
{
    Q_OBJECT

public:
    explicit WhatIfController(Workspace &workspace, QObject *parent = nullptr);

    /// Nothing is computed while nobody looks.
    void setActive(bool active);
    /// Tries changes on a part of the trace in front, in its own time; TimeRange(): on all of it. Another trace begins
    /// whole.
    void setRange(TimeRange range);
    /// Of the trace in front; TimeRange() for all else.
    TimeRange range() const { return m_target.range; }
    /// Of the document in front: belongs to it. Null while there is none.
    WhatIfList *list() const { return m_list; }
    /// Null while the list is being tried.
    const WhatIfTrial *trial() const { return m_trial ? &*m_trial : nullptr; }
    /// Why nothing can be tried; empty when it can.
    const QString &problem() const { return m_problem; }
    bool isBusy() const { return m_task.isBusy(); }

Q_SIGNALS:
    /// Another document is in front: list() is another.
    void listReplaced();
    /// trial(), problem() or isBusy() is another.
    void changed();

private:
    void follow();
    WhatIfList *frontList();
    void outdate();
    void compute();

    Workspace &m_workspace;
    bool m_isActive = false;
    QTimer *m_delay; ///< after the last edit
    BackgroundTask m_task;

    std::weak_ptr<const RunResult> m_listedTrace;
    TimeRange m_range;           ///< of m_listedTrace
    QPointer<WhatIfList> m_list; ///< a child of its document

    WhatIfTarget m_target;
    std::shared_ptr<const WhatIfStart> m_start; ///< of m_target; null until it is computed
    std::optional<WhatIfTrial> m_trial;
    QString m_problem;
};

} // namespace streamscope
