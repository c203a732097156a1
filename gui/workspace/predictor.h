// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/prediction.h"
#include "gui/background/background_task.h"

#include <memory>

namespace streamscope {

/// Predicts the run of the current knobs in the background.
class Predictor : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void ask(const RunRequest &request, const DeviceInfo &device);
    /// Cancels the current request.
    void cancel() { m_task.cancel(); }

Q_SIGNALS:
    /// Null when the model cannot run it; `problem` then says why.
    void predicted(std::shared_ptr<const streamscope::Prediction> prediction, const QString &problem);

private:
    BackgroundTask m_task;
};

} // namespace streamscope
