// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/engine_thread.h"

#include "engine/run/engine_worker.h"

namespace streamscope {

EngineThread::EngineThread(QObject *parent) : QObject(parent), m_worker(new EngineWorker)
{
    m_thread.setObjectName(QStringLiteral("engine"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &EngineWorker::devicesListed, this, &EngineThread::devicesListed);
    connect(m_worker, &EngineWorker::started, this, &EngineThread::started);
    connect(m_worker, &EngineWorker::progress, this, &EngineThread::progress);
    connect(m_worker, &EngineWorker::finished, this, [this](int id, const std::shared_ptr<const RunResult> &result) {
        endOne();
        Q_EMIT finished(id, result);
    });
    connect(m_worker, &EngineWorker::failed, this, [this](int id, const QString &message, Remedy remedy) {
        endOne();
        Q_EMIT failed(id, message, remedy);
    });
    connect(m_worker, &EngineWorker::stopped, this, [this](int id) {
        endOne();
        Q_EMIT stopped(id);
    });
    m_thread.start();
}

EngineThread::~EngineThread()
{
    stop();
    m_thread.quit();
    m_thread.wait();
}

void EngineThread::listDevices()
{
    QMetaObject::invokeMethod(m_worker, &EngineWorker::listDevices, Qt::QueuedConnection);
}

/// Has work(worker, id, stop token) done on the engine thread.
template <typename Work>
int EngineThread::queue(Work work)
{
    const int id = m_nextId++;
    if (m_pending++ == 0)
        Q_EMIT busyChanged(true);
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, id, does = std::move(work), stop = m_stop.get_token()] { does(*worker, id, stop); },
        Qt::QueuedConnection);
    return id;
}

int EngineThread::run(RunRequest request)
{
    return queue([asked = std::move(request)](EngineWorker &worker, int id, const std::stop_token &stop) {
        worker.run(id, asked, stop);
    });
}

int EngineThread::open(TraceRequest request)
{
    return queue([asked = std::move(request)](EngineWorker &worker, int id, const std::stop_token &stop) {
        worker.open(id, asked, stop);
    });
}

void EngineThread::stop()
{
    m_stop.request_stop();
    m_stop = std::stop_source(); // later runs are not stopped
}

void EngineThread::endOne()
{
    if (--m_pending == 0)
        Q_EMIT busyChanged(false);
}

} // namespace streamscope
