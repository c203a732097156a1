// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/sweep/knob_landscapes.h"

#include "gui/parameters/parameter_form.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QTimer>

#include <utility>

namespace streamscope {

namespace {
constexpr int idleMs = 250; ///< after the last change; the prediction comes first
}

KnobLandscapes::KnobLandscapes(Workspace &workspace, ParameterForm *form, const QAction *predict)
    : m_workspace(workspace), m_form(form), m_predict(predict), m_idle(new QTimer(this))
{
    m_idle->setSingleShot(true);
    m_idle->setInterval(idleMs);
    connect(m_idle, &QTimer::timeout, this, &KnobLandscapes::compute);
    connect(&workspace, &Workspace::valuesChanged, this, &KnobLandscapes::changed);
    connect(&workspace.runs(), &RunController::devicesListed, this, &KnobLandscapes::changed, Qt::QueuedConnection);
    connect(&workspace.runs(), &RunController::busyChanged, this, &KnobLandscapes::changed);
    connect(predict, &QAction::toggled, this, &KnobLandscapes::changed);
    changed();
}

/// Nothing works beside a run: on a GPU it would cost the host's time.
void KnobLandscapes::changed()
{
    m_task.cancel();
    if (std::exchange(m_front, m_workspace.frontNumber()) != m_workspace.frontNumber() || !m_predict->isChecked())
        m_form->setLandscapes({}); // those of another document, or unwanted
    m_workspace.runs().isBusy() || !m_predict->isChecked() ? m_idle->stop() : m_idle->start();
}

void KnobLandscapes::compute()
{
    const PresetDocument *document = m_workspace.experiment();
    const DeviceInfo *device = m_workspace.device();
    if (!document || !device || !document->preset().experiment)
        return;
    m_task.start([experiment = document->preset().experiment, parameters = document->preset().parameters, on = *device](
                     const RunControl &control) { return knobLandscapes(experiment, parameters, on, control); },
                 [this](const std::vector<KnobLandscape> &landscapes) {
                     m_form->setLandscapes(landscapes);
                     Q_EMIT shown();
                 },
                 [this](const QString &) { m_form->setLandscapes({}); }); // the headline says what does not fit
}

} // namespace streamscope
