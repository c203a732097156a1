// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "engine/run/trace_job.h"

#include <QObject>
#include <QString>
#include <QThread>

#include <memory>
#include <stop_token>

namespace streamscope {

/// The window's interface to the engine thread. Requests return at once; answers are signals on the thread that owns
/// this object. All device work happens on one worker thread, which is the client of the engine process where that is
/// used (useEngineProcess()). An open device stays open for the next run.
///
/// Each run has an id. Signals of one run come in this order: started, progress*, then one of finished, failed,
/// stopped.
class EngineThread : public QObject
{
    Q_OBJECT

public:
    explicit EngineThread(QObject *parent = nullptr);
    /// Stops the run in flight and waits for the thread.
    ~EngineThread() override;

    /// Requests the list of devices; devicesListed() answers.
    void listDevices();
    /// Queues a run and returns its id (1, 2, …). It starts after all earlier runs.
    int run(RunRequest request);
    /// Queues the import of a trace, with the signals of a run.
    int open(TraceRequest request);
    /// Stops the run in flight and those queued. The simulator ends within 100 ms, a GPU after the operations in
    /// flight.
    void stop();
    /// True from run() until the last queued run ended.
    bool isBusy() const { return m_pending > 0; }

Q_SIGNALS:
    void devicesListed(std::shared_ptr<const streamscope::DeviceCatalog> catalog);
    void started(int id);
    void progress(int id, int done, int total, const QString &what);
    void finished(int id, std::shared_ptr<const streamscope::RunResult> result);
    /// `message` is one line for the user.
    void failed(int id, const QString &message, streamscope::Remedy remedy);
    /// `notice`: what else the user must know, in whole sentences; usually empty.
    void stopped(int id, const QString &notice);
    /// Emitted when isBusy() changed.
    void busyChanged(bool busy);

private:
    class Worker;
    template <typename Work>
    int queue(Work work);
    void endOne();

    QThread m_thread;
    Worker *m_worker; ///< lives on m_thread, deleted by it
    std::stop_source m_stop;
    int m_nextId = 1;
    int m_pending = 0;
};

} // namespace streamscope
