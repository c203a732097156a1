// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "engine/run/trace_job.h"

#include <QObject>
#include <QString>

#include <memory>
#include <stop_token>

namespace streamscope {

/// The part of EngineThread that lives on the engine thread. Its functions may take long.
class EngineWorker : public QObject
{
    Q_OBJECT

public:
    void listDevices();
    void run(int id, const RunRequest &request, const std::stop_token &stop);
    void open(int id, const TraceRequest &request, const std::stop_token &stop);

Q_SIGNALS:
    void devicesListed(std::shared_ptr<const streamscope::DeviceCatalog> catalog);
    void started(int id);
    void progress(int id, int done, int total, const QString &what);
    void finished(int id, std::shared_ptr<const streamscope::RunResult> result);
    void failed(int id, const QString &message, streamscope::Remedy remedy);
    void stopped(int id);

private:
    template <typename Work>
    void answer(int id, Work work);
    Executor &executorFor(const std::string &device);

    std::unique_ptr<Executor> m_executor; ///< of the last run, kept open
    std::string m_asked;                  ///< the requested device id; may be empty (the default device)
};

} // namespace streamscope
