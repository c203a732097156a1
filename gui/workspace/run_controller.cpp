// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/run_controller.h"

namespace streamscope {

RunController::RunController(QObject *parent) : QObject(parent)
{
    connect(&m_engine, &EngineThread::devicesListed, this, &RunController::devicesListed);
    connect(&m_engine, &EngineThread::busyChanged, this, &RunController::busyChanged);
    forward(&EngineThread::started, &RunController::started);
    forward(&EngineThread::progress, &RunController::progress);
    forward(&EngineThread::finished, &RunController::finished);
    forward(&EngineThread::failed, &RunController::failed);
    forward(&EngineThread::stopped, &RunController::stopped);
}

template <typename... Values>
void RunController::forward(void (EngineThread::*from)(int id, Values...), void (RunController::*to)(Values...))
{
    connect(&m_engine, from, this, [this, to](int id, Values... values) {
        if (id == m_current)
            Q_EMIT(this->*to)(values...);
    });
}

void RunController::run(RunRequest request)
{
    if (m_engine.isBusy())
        m_engine.stop();
    m_current = m_engine.run(std::move(request));
}

void RunController::open(TraceRequest request)
{
    if (m_engine.isBusy())
        m_engine.stop();
    m_current = m_engine.open(std::move(request));
}

void RunController::stop()
{
    m_engine.stop();
}

} // namespace streamscope
