// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/order/issue_order.h"
#include "engine/program/program.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace streamscope {

/// The host threads of a Program: the calling thread is thread 0, the others are started here. They live from run to
/// run, because CUDA sets a thread up in its first call, and sleep between runs.
class IssuingThreads
{
public:
    /// `count`: all threads, at least 1. @throws std::system_error when the system gives no more threads.
    explicit IssuingThreads(int count);
    IssuingThreads(const IssuingThreads &) = delete;
    IssuingThreads &operator=(const IssuingThreads &) = delete;
    ~IssuingThreads();

    /// One run. From construction on the threads are awake and wait for run(), so that all begin at once.
    class Start
    {
    public:
        explicit Start(IssuingThreads &threads);
        Start(const Start &) = delete;
        Start &operator=(const Start &) = delete;
        /// Sends the threads back to sleep if run() was not called.
        ~Start();

        /// Calls `work` with its number on each thread and returns when all are done. Call it once. @throws the first
        /// exception of any thread.
        void run(const std::function<void(int)> &work);

    private:
        IssuingThreads &m_threads;
        bool m_running = true;
    };

private:
    void live(int thread);
    void end();
    void attempt(const std::function<void(int)> &work, int thread);
    void release(const std::function<void(int)> *work);

    std::mutex m_mutex; ///< of m_round, m_stop and m_failure
    std::condition_variable m_wake;
    std::uint64_t m_round = 0;
    bool m_stop = false;
    std::exception_ptr m_failure; ///< the first of the round
    const std::function<void(int)> *m_work = nullptr;
    std::atomic<std::size_t> m_ready{0}, m_done{0};
    std::atomic<std::uint64_t> m_released{0}; ///< the last released round
    std::vector<std::thread> m_threads;       ///< last, so that the rest is there when they begin
};

/// How far each thread has come in a run, for threads that wait for each other by IssueOrder.
class IssueProgress
{
public:
    /// `program` outlives it.
    explicit IssueProgress(const Program &program);

    /// Before each run.
    void reset();
    /// The call of `operation`, one of thread `thread`, has returned.
    void returned(int thread, std::size_t operation)
    {
        m_next[static_cast<std::size_t>(thread)].place.store(operation + 1, std::memory_order_release);
    }
    /// Waits until the call of `operation` may begin. False when the run was given up.
    bool await(std::size_t operation) const { return m_order.before(operation).empty() || awaitOthers(operation); }
    /// Lets every thread stop at its next operation.
    void giveUp() { m_givenUp.store(true); }
    bool isGivenUp() const { return m_givenUp.load(std::memory_order_relaxed); }

private:
    /// Each on a cache line of its own.
    struct alignas(64) Next
    {
        std::atomic<std::size_t> place{0};
    };

    bool awaitOthers(std::size_t operation) const;

    const Program &m_program;
    const IssueOrder m_order;
    std::vector<Next> m_next; ///< by thread: the place in the list behind its last returned call
    std::atomic<bool> m_givenUp{false};
};

} // namespace streamscope
