// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/engine_thread.h"

#include <QObject>

#include <memory>

namespace streamscope {

/// Runs one request at a time on the engine thread and forwards only the signals of the latest request.
class RunController : public QObject
{
    Q_OBJECT

public:
    explicit RunController(QObject *parent = nullptr);

    void listDevices() { m_engine.listDevices(); }
    /// Stops the current run and starts this one.
    void run(RunRequest request);
    /// Stops the current run and imports this trace, with the signals of a run.
    void open(TraceRequest request);
    void stop();
    bool isBusy() const { return m_engine.isBusy(); }

Q_SIGNALS:
    void devicesListed(std::shared_ptr<const streamscope::DeviceCatalog> catalog);
    void busyChanged(bool busy);
    void started();
    void progress(int done, int total, const QString &what);
    void finished(std::shared_ptr<const streamscope::RunResult> result);
    void failed(const QString &message, streamscope::Remedy remedy);
    void stopped(const QString &notice);

private:
    /// Of the latest request only.
    template <typename... Values>
    void forward(void (EngineThread::*from)(int id, Values...), void (RunController::*to)(Values...));

    EngineThread m_engine;
    int m_current = 0; ///< id of the latest request
};

} // namespace streamscope
