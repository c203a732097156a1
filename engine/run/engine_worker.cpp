// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/engine_worker.h"

#include "engine/program/errors.h"

#include <exception>

namespace streamscope {

void EngineWorker::listDevices()
{
    auto catalog = std::make_shared<DeviceCatalog>();
    try {
        *catalog = streamscope::listDevices();
    } catch (const std::exception &error) {
        catalog->cudaStatus = error.what();
    }
    Q_EMIT devicesListed(catalog);
}

Executor &EngineWorker::executorFor(const std::string &device)
{
    // A profile file may have changed since the last run.
    const bool reusable = m_executor && m_asked == device && !device.ends_with(".json");
    if (!reusable) {
        m_executor.reset(); // one device at a time: it may hold much memory
        m_executor = openDevice(device);
        m_asked = device;
    }
    return *m_executor;
}

void EngineWorker::run(int id, const RunRequest &request, const std::stop_token &stop)
{
    Q_EMIT started(id);
    RunControl control;
    control.stop = stop;
    control.progress = [this, id](int done, int total, const std::string &what) {
        Q_EMIT progress(id, done, total, QString::fromStdString(what));
    };
    try {
        control.checkStop();
        const auto result = std::make_shared<const RunResult>(runOn(executorFor(request.device), request, control));
        Q_EMIT finished(id, result);
    } catch (const Cancelled &) {
        Q_EMIT stopped(id);
    } catch (const InputError &error) {
        Q_EMIT failed(id, QString::fromUtf8(error.what()), true);
    } catch (const std::bad_alloc &) {
        Q_EMIT failed(id, QStringLiteral("not enough host memory for this run; make 'bytes' or 'chunks' smaller"),
                      false);
    } catch (const std::exception &error) {
        Q_EMIT failed(id, QString::fromUtf8(error.what()), false);
    }
}

} // namespace streamscope
