// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/sweep/sweep.h"

#include "engine/analysis/summary.h"
#include "engine/analysis/work_mix.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "engine/run/run_outcome.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

namespace streamscope {

namespace {

/// Runs configurations on one device, one at a time.
class Runner
{
public:
    Runner(const SweepRequest &request, std::unique_ptr<Executor> executor)
        : m_request(request), m_executor(std::move(executor)), m_parameters(request.base)
    {
        m_options = runOptionsOf(request.base);
        // The model has no noise: its one run for the picture is as good as any number of them.
        if (simulated())
            m_options.repeat = m_options.warmup = 0;
    }

    bool simulated() const { return m_executor->device().kind == DeviceKind::Simulated; }
    const Executor &executor() const { return *m_executor; }

    /// @throws Cancelled.
    SweepRow run(std::size_t index, const std::stop_token &stop)
    {
        SweepRow row;
        row.index = index;
        const RunOutcome outcome = outcomeOf([&] {
            applyConfiguration(m_parameters, m_request.axes, index);
            runConfiguration(row, stop);
        });
        if (outcome.status != SweepStatus::Ok) {
            row.status = outcome.status;
            row.error = outcome.error;
        }
        return row;
    }

private:
    void runConfiguration(SweepRow &row, const std::stop_token &stop)
    {
        if (!simulated())
            m_options = runOptionsOf(m_parameters); // they may be varied, too
        RunControl quiet;
        quiet.stop = stop;
        quiet.checkStop();
        const Program program = buildProgram(*m_request.experiment, m_parameters);
        const Recording recording = m_executor->run(program, m_options, quiet);
        row.summary = summarize(recording, WorkBounds(recording, &program));
        row.range = predictionRange(m_executor->residuals(), program, recording);
        if (recording.verification == Verification::Failed) {
            row.status = SweepStatus::Failed;
            row.error = recording.verificationText;
        }
    }

    const SweepRequest &m_request;
    std::unique_ptr<Executor> m_executor;
    Parameters m_parameters;
    RunOptions m_options;
};

std::string progressText(std::size_t done, std::size_t total)
{
    return "configuration " + std::to_string(std::min(done + 1, total)) + " of " + std::to_string(total);
}

std::vector<SweepRow> sweepInTurn(Runner &runner, const SweepRequest &request, const std::vector<std::size_t> &indices,
                                  const RunControl &control)
{
    std::vector<SweepRow> rows;
    const auto total = static_cast<int>(indices.size());
    try {
        for (const std::size_t index : indices) {
            control.report(static_cast<int>(rows.size()), total, progressText(rows.size(), indices.size()));
            rows.push_back(runner.run(index, control.stop));
            if (request.rowDone)
                request.rowDone(rows.back());
        }
    } catch (const Cancelled &) { // what is done stays
    }
    control.report(static_cast<int>(rows.size()), total, "done");
    return rows;
}

/// Several threads that take the next configuration each, while the calling thread reports progress.
class ParallelSweep
{
public:
    ParallelSweep(const SweepRequest &request, const std::vector<std::size_t> &indices, const std::stop_token &stop)
        : m_request(request), m_indices(indices), m_stop(stop), m_rows(indices.size()), m_done(indices.size(), 0)
    {}

    /// @throws what a thread threw first, be it that its device does not open.
    void run(Runner &first, unsigned threads, const RunControl &control)
    {
        std::vector<std::jthread> pool;
        m_active = threads;
        for (unsigned i = 0; i < threads; ++i)
            pool.emplace_back([this, i, &first] {
                if (i == 0)
                    guard([&] { work(first); });
                else
                    guard([&] {
                        Runner own(m_request, first.executor().another());
                        work(own);
                    });
            });
        std::unique_lock lock(m_mutex);
        while (!m_finished.wait_for(lock, std::chrono::milliseconds(50), [this] { return m_active == 0; })) {
            const std::size_t done = std::min(m_next.load(), m_indices.size());
            lock.unlock();
            control.report(static_cast<int>(done), static_cast<int>(m_indices.size()),
                           progressText(done, m_indices.size()));
            lock.lock();
        }
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

    std::vector<SweepRow> takeRows()
    {
        std::vector<SweepRow> rows;
        rows.reserve(m_rows.size());
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (m_done[i])
                rows.push_back(std::move(m_rows[i]));
        return rows;
    }

private:
    void work(Runner &runner)
    {
        for (std::size_t i = m_next++; i < m_indices.size(); i = m_next++) {
            m_rows[i] = runner.run(m_indices[i], m_stop);
            m_done[i] = 1;
            if (!m_request.rowDone)
                continue;
            const std::lock_guard lock(m_rowMutex);
            m_request.rowDone(m_rows[i]);
        }
    }

    /// What one thread throws ends the work of all.
    template <typename Work>
    void guard(const Work &work)
    {
        std::exception_ptr failure;
        try {
            work();
        } catch (const Cancelled &) { // what is done stays
        } catch (...) {
            failure = std::current_exception();
            m_next = m_indices.size();
        }
        const std::lock_guard lock(m_mutex);
        if (failure && !m_failure)
            m_failure = failure;
        --m_active;
        m_finished.notify_one();
    }

    const SweepRequest &m_request;
    const std::vector<std::size_t> &m_indices;
    std::stop_token m_stop;
    std::vector<SweepRow> m_rows;
    std::vector<char> m_done; ///< bytes, not bits: each is written by one thread
    std::atomic<std::size_t> m_next = 0;
    std::mutex m_rowMutex; ///< held while rowDone runs
    std::mutex m_mutex;
    std::condition_variable m_finished;
    unsigned m_active = 0;        ///< threads at work, guarded by m_mutex
    std::exception_ptr m_failure; ///< the first, guarded by m_mutex
};

/// What is not done yet of this shard.
std::vector<std::size_t> indicesOf(const SweepRequest &request)
{
    std::set<std::size_t> done;
    for (const SweepRow &row : request.done)
        done.insert(row.index);
    std::vector<std::size_t> indices;
    for (std::size_t i = request.shard; i < sweepConfigurations(request.axes); i += request.shards)
        if (!done.contains(i))
            indices.push_back(i);
    return indices;
}

/// Those of an earlier run that belong to this shard, and the new ones, in the order of the configurations.
std::vector<SweepRow> joinedRows(const SweepRequest &request, std::vector<SweepRow> rows)
{
    for (const SweepRow &row : request.done)
        if (row.index % request.shards == request.shard)
            rows.push_back(row);
    std::sort(rows.begin(), rows.end(), [](const SweepRow &a, const SweepRow &b) { return a.index < b.index; });
    return rows;
}

std::vector<SweepRow> sweepInParallel(Runner &first, const SweepRequest &request,
                                      const std::vector<std::size_t> &indices, const RunControl &control)
{
    const unsigned cores = request.threads > 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
    const auto threads = static_cast<unsigned>(std::clamp<std::size_t>(indices.size(), 1, cores));
    ParallelSweep sweep(request, indices, control.stop);
    sweep.run(first, threads, control);
    return sweep.takeRows();
}

} // namespace

SweepTable runSweep(const SweepRequest &request, const RunControl &control)
{
    return runSweep(request, openDevice(request.device, control), control);
}

SweepTable planSweep(const SweepRequest &request, const Executor &device)
{
    SweepTable table;
    table.title = request.experiment->title();
    table.device = device.device().id;
    table.simulated = device.device().kind == DeviceKind::Simulated;
    table.base = request.base;
    table.axes = request.axes;
    const std::size_t all = sweepConfigurations(request.axes);
    table.planned = all / request.shards + (request.shard < all % request.shards ? 1 : 0);
    return table;
}

SweepTable runSweep(const SweepRequest &request, std::unique_ptr<Executor> device, const RunControl &control)
{
    SweepTable table = planSweep(request, *device);
    const std::vector<std::size_t> indices = indicesOf(request);
    Runner first(request, std::move(device));
    const bool alone = !first.executor().another();
    table.rows = joinedRows(request, alone ? sweepInTurn(first, request, indices, control)
                                           : sweepInParallel(first, request, indices, control));
    return table;
}

} // namespace streamscope
