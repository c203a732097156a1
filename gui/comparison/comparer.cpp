// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparer.h"

#include <utility>

namespace streamscope {

Comparer::Comparer(QObject *parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

Comparer::~Comparer()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void Comparer::ask(NamedRun a, Loader b, ComparisonScale scale)
{
    start([a = std::move(a), b = std::move(b), scale](const std::stop_token &stop) {
        return std::make_shared<const ComparedRuns>(a, b(stop), scale);
    });
}

void Comparer::rescale(std::shared_ptr<const ComparedRuns> runs, ComparisonScale scale)
{
    start([runs = std::move(runs), scale](const std::stop_token &) {
        return std::make_shared<const ComparedRuns>(*runs, scale);
    });
}

void Comparer::cancel()
{
    m_stop.request_stop();
    ++m_id;
    setBusy(false);
}

void Comparer::start(Work work)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    ++m_id;
    setBusy(true);
    m_pool.start([this, work = std::move(work), id = m_id, stop = m_stop.get_token()] {
        std::shared_ptr<const PreparedComparison> prepared;
        QString problem;
        try {
            if (!stop.stop_requested()) {
                const auto runs = work(stop);
                prepared = std::make_shared<const PreparedComparison>(
                    PreparedComparison{runs, std::make_shared<const TimelineContent>(runs), comparisonTotals(*runs)});
            }
        } catch (const std::exception &error) {
            problem = QString::fromUtf8(error.what());
        }
        // The destructor waits for this, and an event for an object that is gone is dropped.
        QMetaObject::invokeMethod(
            this, [this, id, prepared, problem] { finish(id, prepared, problem); }, Qt::QueuedConnection);
    });
}

void Comparer::finish(int id, const std::shared_ptr<const PreparedComparison> &comparison, const QString &problem)
{
    if (id != m_id)
        return;
    setBusy(false);
    if (comparison)
        Q_EMIT compared(comparison);
    else if (!problem.isEmpty())
        Q_EMIT failed(problem);
}

void Comparer::setBusy(bool busy)
{
    if (std::exchange(m_busy, busy) != busy)
        Q_EMIT busyChanged(busy);
}

} // namespace streamscope
