// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/threads/issuing_threads.h"

namespace streamscope {

namespace {

/// Looks again and again; after a while it leaves its core to others between two looks.
template <typename Condition>
void spinUntil(const Condition &condition)
{
    constexpr int looksBeforeYielding = 2'000; // some microseconds
    for (int looks = 0; !condition(); ++looks)
        if (looks > looksBeforeYielding)
            std::this_thread::yield();
}

} // namespace

IssuingThreads::IssuingThreads(int count)
{
    try {
        for (int thread = 1; thread < count; ++thread)
            m_threads.emplace_back([this, thread] { live(thread); });
    } catch (...) { // the system gives no more; those that run must end
        end();
        throw;
    }
}

IssuingThreads::~IssuingThreads()
{
    end();
}

void IssuingThreads::end()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

void IssuingThreads::live(int thread)
{
    for (std::uint64_t round = 1;; ++round) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this, round] { return m_stop || m_round >= round; });
            if (m_stop)
                return;
        }
        m_ready.fetch_add(1);
        spinUntil([this, round] { return m_released.load(std::memory_order_acquire) >= round; });
        if (m_work)
            attempt(*m_work, thread);
        m_done.fetch_add(1);
    }
}

void IssuingThreads::attempt(const std::function<void(int)> &work, int thread)
{
    try {
        work(thread);
    } catch (...) {
        const std::scoped_lock lock(m_mutex);
        if (!m_failure)
            m_failure = std::current_exception();
    }
}

void IssuingThreads::release(const std::function<void(int)> *work)
{
    m_work = work;
    m_released.store(m_round, std::memory_order_release);
    if (work)
        attempt(*work, 0);
    spinUntil([this] { return m_done.load() == m_threads.size(); });
}

IssuingThreads::Start::Start(IssuingThreads &threads) : m_threads(threads)
{
    threads.m_ready = 0;
    threads.m_done = 0;
    threads.m_failure = nullptr;
    {
        const std::scoped_lock lock(threads.m_mutex);
        ++threads.m_round;
    }
    threads.m_wake.notify_all();
    spinUntil([&threads] { return threads.m_ready.load() == threads.m_threads.size(); });
}

IssuingThreads::Start::~Start()
{
    if (m_running)
        m_threads.release(nullptr);
}

void IssuingThreads::Start::run(const std::function<void(int)> &work)
{
    m_running = false;
    m_threads.release(&work);
    if (m_threads.m_failure)
        std::rethrow_exception(m_threads.m_failure);
}

IssueProgress::IssueProgress(const Program &program)
    : m_program(program), m_order(program), m_next(static_cast<std::size_t>(program.threadCount()))
{}

void IssueProgress::reset()
{
    for (Next &next : m_next)
        next.place.store(0);
    m_givenUp.store(false);
}

bool IssueProgress::awaitOthers(std::size_t operation) const
{
    for (const std::int32_t earlier : m_order.before(operation)) {
        const auto place = static_cast<std::size_t>(earlier);
        const Next &next = m_next[static_cast<std::size_t>(m_program.operations[place].thread)];
        spinUntil([&] { return isGivenUp() || next.place.load(std::memory_order_acquire) > place; });
        if (isGivenUp())
            return false;
    }
    return true;
}

} // namespace streamscope
