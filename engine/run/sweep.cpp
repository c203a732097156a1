// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/sweep.h"

#include "engine/analysis/summary.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
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
        try {
            applyConfiguration(m_parameters, m_request.axes, index);
            runConfiguration(row, stop);
        } catch (const Cancelled &) {
            throw;
        } catch (const InputError &error) {
            row.status = SweepStatus::Refused;
            row.error = error.what();
        } catch (const std::bad_alloc &) {
            row.status = SweepStatus::Failed;
            row.error = "not enough host memory";
        } catch (const std::exception &error) {
            row.status = SweepStatus::Failed;
            row.error = error.what();
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
        row.summary = summarize(recording);
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

void sweepInTurn(Runner &runner, const std::vector<std::size_t> &indices, const RunControl &control, SweepTable &table)
{
    const auto total = static_cast<int>(indices.size());
    try {
        for (const std::size_t index : indices) {
            control.report(static_cast<int>(table.rows.size()), total, progressText(table.rows.size(), indices.size()));
            table.rows.push_back(runner.run(index, control.stop));
        }
    } catch (const Cancelled &) { // what is done stays
    }
    control.report(static_cast<int>(table.rows.size()), total, "done");
}

/// Several threads that take the next configuration each, while the calling thread reports progress.
class ParallelSweep
{
public:
    ParallelSweep(const SweepRequest &request, const std::vector<std::size_t> &indices, const std::stop_token &stop)
        : m_request(request), m_indices(indices), m_stop(stop), m_rows(indices.size()), m_done(indices.size(), 0)
    {}

    void run(Runner &first, unsigned threads, const RunControl &control)
    {
        std::vector<std::jthread> pool;
        m_active = threads;
        for (unsigned i = 0; i < threads; ++i)
            pool.emplace_back([this, i, &first] {
                if (i == 0) {
                    work(first);
                    return;
                }
                Runner own(m_request, first.executor().another());
                work(own);
            });
        std::unique_lock lock(m_mutex);
        while (!m_finished.wait_for(lock, std::chrono::milliseconds(50), [this] { return m_active == 0; })) {
            const std::size_t done = std::min(m_next.load(), m_indices.size());
            control.report(static_cast<int>(done), static_cast<int>(m_indices.size()),
                           progressText(done, m_indices.size()));
        }
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
        try {
            for (std::size_t i = m_next++; i < m_indices.size(); i = m_next++) {
                m_rows[i] = runner.run(m_indices[i], m_stop);
                m_done[i] = 1;
            }
        } catch (const Cancelled &) { // what is done stays
        }
        const std::lock_guard lock(m_mutex);
        --m_active;
        m_finished.notify_one();
    }

    const SweepRequest &m_request;
    const std::vector<std::size_t> &m_indices;
    std::stop_token m_stop;
    std::vector<SweepRow> m_rows;
    std::vector<char> m_done; ///< bytes, not bits: each is written by one thread
    std::atomic<std::size_t> m_next = 0;
    std::mutex m_mutex;
    std::condition_variable m_finished;
    unsigned m_active = 0; ///< threads at work, guarded by m_mutex
};

} // namespace

SweepTable runSweep(const SweepRequest &request, const RunControl &control)
{
    return runSweep(request, openDevice(request.device), control);
}

SweepTable runSweep(const SweepRequest &request, std::unique_ptr<Executor> device, const RunControl &control)
{
    std::vector<std::size_t> indices;
    for (std::size_t i = request.shard; i < sweepConfigurations(request.axes); i += request.shards)
        indices.push_back(i);
    Runner first(request, std::move(device));

    SweepTable table;
    table.title = request.experiment->title();
    table.device = first.executor().device().id;
    table.simulated = first.simulated();
    table.base = request.base;
    table.axes = request.axes;
    table.planned = indices.size();
    if (!first.executor().another()) {
        sweepInTurn(first, indices, control, table);
        return table;
    }
    const unsigned cores = request.threads > 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
    const auto threads = static_cast<unsigned>(std::clamp<std::size_t>(indices.size(), 1, cores));
    ParallelSweep sweep(request, indices, control.stop);
    sweep.run(first, threads, control);
    table.rows = sweep.takeRows();
    return table;
}

} // namespace streamscope
