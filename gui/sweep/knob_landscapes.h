// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/sweep/landscape.h"
#include "gui/background/background_task.h"

#include <QObject>

class QAction;
class QTimer;

namespace streamscope {

class ParameterForm;
class Workspace;

/// Keeps the curves under the knobs true: they are simulated while the window is idle, a moment after the last change,
/// and gone while nothing is to be predicted.
class KnobLandscapes : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them. `predict` is checked while curves are wanted.
    KnobLandscapes(Workspace &workspace, ParameterForm *form, const QAction *predict);

Q_SIGNALS:
    void shown();

private:
    void changed();
    void compute();

    Workspace &m_workspace;
    ParameterForm *m_form;
    const QAction *m_predict;
    QTimer *m_idle;
    int m_front = -1; ///< Workspace::frontNumber() of the curves
    BackgroundTask m_task;
};

} // namespace streamscope
