// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/run_controller.h"

namespace streamscope {

RunController::RunController(QObject *parent) : QObject(parent)
{
    connect(&m_engine, &EngineThread::devicesListed, this, &RunController::devicesListed);
    connect(&m_engine, &EngineThread::busyChanged, this, &RunController::busyChanged);
    connect(&m_engine, &EngineThread::started, this, [this](int id) {
        if (id == m_current)
            Q_EMIT started();
    });
    connect(&m_engine, &EngineThread::progress, this, [this](int id, int done, int total, const QString &what) {
        if (id == m_current)
            Q_EMIT progress(done, total, what);
    });
    connect(&m_engine, &EngineThread::finished, this, [this](int id, const std::shared_ptr<const RunResult> &result) {
        if (id == m_current)
            Q_EMIT finished(result);
    });
    connect(&m_engine, &EngineThread::failed, this, [this](int id, const QString &message, Remedy remedy) {
        if (id == m_current)
            Q_EMIT failed(message, remedy);
    });
    connect(&m_engine, &EngineThread::stopped, this, [this](int id) {
        if (id == m_current)
            Q_EMIT stopped();
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
