// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/engine_worker.h"

#include <QFileInfo>

#include <exception>
#include <new>

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

/// Does work(), which returns a RunResult, and says what came of it.
template <typename Work>
void EngineWorker::answer(int id, Work work)
{
    Q_EMIT started(id);
    try {
        Q_EMIT finished(id, std::make_shared<const RunResult>(work()));
    } catch (const Cancelled &) {
        Q_EMIT stopped(id);
    } catch (const InputError &error) {
        Q_EMIT failed(id, QString::fromUtf8(error.what()), error.remedy);
    } catch (const std::bad_alloc &) {
        Q_EMIT failed(id, QStringLiteral("not enough host memory for this"), Remedy::None);
    } catch (const std::exception &error) {
        Q_EMIT failed(id, QString::fromUtf8(error.what()), Remedy::None);
    }
}

void EngineWorker::run(int id, const RunRequest &request, const std::stop_token &stop)
{
    RunControl control;
    control.stop = stop;
    control.progress = [this, id](int done, int total, const std::string &what) {
        Q_EMIT progress(id, done, total, QString::fromStdString(what));
    };
    answer(id, [&] {
        control.checkStop();
        return runOn(executorFor(request.device), request, control);
    });
}

void EngineWorker::open(int id, const TraceRequest &request, const std::stop_token &stop)
{
    ImportControl control;
    control.stop = stop;
    const QString name = QFileInfo(QString::fromStdString(request.path)).fileName();
    int shown = -1;
    control.progress = [&](std::uint64_t done, std::uint64_t total) {
        constexpr int hundred = 100;
        const int percent = total > 0 ? static_cast<int>(done * hundred / total) : 0;
        if (percent != shown) // one signal per percent is enough
            Q_EMIT progress(id, shown = percent, hundred, QStringLiteral("Reading %1").arg(name));
    };
    answer(id, [&] {
        control.step(0, 1);
        return openTrace(request, control);
    });
}

} // namespace streamscope
