// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/predictor.h"

#include <utility>

namespace streamscope {

Predictor::Predictor(QObject *parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

Predictor::~Predictor()
{
    cancel();
    m_pool.waitForDone();
}

void Predictor::cancel()
{
    m_stop.request_stop();
    m_next.reset();
    ++m_id;
}

void Predictor::ask(const RunRequest &request, const DeviceInfo &device)
{
    cancel();
    // While a knob moves there are many questions: the ones in between are never worked on.
    if (m_running)
        m_next = Question{request, device};
    else
        start({request, device});
}

void Predictor::start(const Question &question)
{
    m_running = true;
    m_stop = std::stop_source();
    m_pool.start([this, question, id = m_id, stop = m_stop.get_token()] {
        RunControl control;
        control.stop = stop;
        std::shared_ptr<const Prediction> prediction;
        QString problem;
        try {
            prediction = std::make_shared<const Prediction>(predict(question.request, question.device, control));
        } catch (const std::exception &error) {
            problem = QString::fromUtf8(error.what());
        }
        // The destructor waits for this, and an event for an object that is gone is dropped.
        QMetaObject::invokeMethod(
            this, [this, id, prediction, problem] { finish(id, prediction, problem); }, Qt::QueuedConnection);
    });
}

void Predictor::finish(int id, const std::shared_ptr<const Prediction> &prediction, const QString &problem)
{
    m_running = false;
    if (m_next)
        start(*std::exchange(m_next, std::nullopt));
    else if (id == m_id)
        Q_EMIT predicted(prediction, problem);
}

} // namespace streamscope
