// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/predictor.h"

#include "engine/program/errors.h"

namespace streamscope {

namespace {

struct Answer
{
    std::shared_ptr<const Prediction> prediction;
    QString problem;
};

Answer answerTo(const RunRequest &request, const DeviceInfo &device, const RunControl &control)
{
    try {
        return {std::make_shared<const Prediction>(predict(request, device, control)), {}};
    } catch (const InputError &error) { // values that do not fit together: a run would say it
        return {nullptr, QString::fromUtf8(error.what())};
    } catch (const RunError &error) {
        return {nullptr, QString::fromUtf8(error.what())};
    }
}

} // namespace

void Predictor::ask(const RunRequest &request, const DeviceInfo &device)
{
    m_task.start([request, device](const RunControl &control) { return answerTo(request, device, control); },
                 [this](const Answer &answer) { Q_EMIT predicted(answer.prediction, answer.problem); });
}

} // namespace streamscope
