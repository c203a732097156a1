// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/engine_thread.h"

#include <QFileInfo>

#include <exception>
#include <new>
#include <string>
#include <utility>

namespace streamscope {

/// The part that lives on the engine thread, where its functions may take long. It reports to the EngineThread, on the
/// thread of that.
class EngineThread::Worker : public QObject
{
public:
    explicit Worker(EngineThread *owner) : m_owner(owner) {}

    void listDevices()
    {
        auto catalog = std::make_shared<DeviceCatalog>();
        try {
            *catalog = streamscope::listDevices();
        } catch (const std::exception &error) {
            catalog->cudaStatus = error.what();
        }
        tell([owner = m_owner, catalog] { Q_EMIT owner->devicesListed(catalog); });
    }

    void run(int id, const RunRequest &request, const std::stop_token &stop)
    {
        RunControl control;
        control.stop = stop;
        control.progress = [this, id](int done, int total, const std::string &what) {
            tellProgress(id, done, total, QString::fromStdString(what));
        };
        answer(id, [&] {
            control.checkStop();
            return runOn(executorFor(request.device, control), request, control);
        });
    }

    void open(int id, const TraceRequest &request, const std::stop_token &stop)
    {
        ImportControl control;
        control.stop = stop;
        const QString name = QFileInfo(QString::fromStdString(request.path)).fileName();
        int shown = -1;
        control.progress = [&](std::uint64_t done, std::uint64_t total) {
            constexpr int hundred = 100;
            const int percent = total > 0 ? static_cast<int>(done * hundred / total) : 0;
            if (percent != shown) // one signal per percent is enough
                tellProgress(id, shown = percent, hundred, QStringLiteral("Reading %1").arg(name));
        };
        answer(id, [&] {
            control.step(0, 1);
            return openTrace(request, control);
        });
    }

private:
    template <typename Report>
    void tell(Report report)
    {
        QMetaObject::invokeMethod(m_owner, std::move(report), Qt::QueuedConnection);
    }
    void tellProgress(int id, int done, int total, const QString &what)
    {
        tell([=, owner = m_owner] { Q_EMIT owner->progress(id, done, total, what); });
    }
    void tellFailed(int id, const QString &message, Remedy remedy)
    {
        tell([=, owner = m_owner] {
            owner->endOne();
            Q_EMIT owner->failed(id, message, remedy);
        });
    }

    /// Does work(), which returns a RunResult, and says what came of it.
    template <typename Work>
    void answer(int id, Work work)
    {
        tell([id, owner = m_owner] { Q_EMIT owner->started(id); });
        try {
            tell([id, owner = m_owner, result = std::make_shared<const RunResult>(work())] {
                owner->endOne();
                Q_EMIT owner->finished(id, result);
            });
        } catch (const Cancelled &stopped) {
            tell([id, owner = m_owner, notice = QString::fromStdString(stopped.notice)] {
                owner->endOne();
                Q_EMIT owner->stopped(id, notice);
            });
        } catch (const InputError &error) {
            tellFailed(id, QString::fromUtf8(error.what()), error.remedy);
        } catch (const std::bad_alloc &) {
            tellFailed(id, QStringLiteral("not enough host memory for this"), Remedy::None);
        } catch (const std::exception &error) {
            tellFailed(id, QString::fromUtf8(error.what()), Remedy::None);
        }
    }

    Executor &executorFor(const std::string &device, const RunControl &control)
    {
        // A profile file may have changed since the last run.
        const bool reusable = m_executor && m_asked == device && !device.ends_with(".json");
        if (!reusable) {
            m_executor.reset(); // one device at a time: it may hold much memory
            m_executor = openDevice(device, control);
            m_asked = device;
        }
        return *m_executor;
    }

    EngineThread *m_owner;
    std::unique_ptr<Executor> m_executor; ///< of the last run, kept open
    std::string m_asked;                  ///< the requested device id; may be empty (the default device)
};

EngineThread::EngineThread(QObject *parent) : QObject(parent), m_worker(new Worker(this))
{
    m_thread.setObjectName(QStringLiteral("engine"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
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
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker] { worker->listDevices(); }, Qt::QueuedConnection);
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
    return queue([asked = std::move(request)](Worker &worker, int id, const std::stop_token &stop) {
        worker.run(id, asked, stop);
    });
}

int EngineThread::open(TraceRequest request)
{
    return queue([asked = std::move(request)](Worker &worker, int id, const std::stop_token &stop) {
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
