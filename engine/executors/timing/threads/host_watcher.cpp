// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/threads/host_watcher.h"

#include "engine/timeline/timeline.h"

#include <chrono>
#include <utility>

namespace streamscope {

namespace {

std::int64_t steadyNow()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace

HostWatcher::HostWatcher(std::vector<Word> words, std::int64_t limitNs)
    : m_words(std::move(words)), m_times(m_words.size(), unknownTime), m_limit(limitNs), m_thread([this] { watch(); })
{
    while (!m_looking.load())
        std::this_thread::yield();
}

HostWatcher::~HostWatcher()
{
    end();
}

void HostWatcher::end()
{
    m_stop.store(true);
    if (m_thread.joinable())
        m_thread.join();
}

std::vector<std::int64_t> HostWatcher::finish(std::int64_t patienceNs)
{
    const std::int64_t begin = steadyNow();
    while (!m_done.load() && steadyNow() - begin < patienceNs)
        std::this_thread::yield();
    end();
    return m_times;
}

/// A device writes it, or another thread.
bool HostWatcher::hasChanged(std::size_t word) const
{
    return std::atomic_ref(*m_words[word].address).load(std::memory_order_relaxed) != m_words[word].poison;
}

/// The next word to look at; as many as there are when there is none. A word that changed before the first look gets no
/// time.
std::size_t HostWatcher::nextUnchanged()
{
    while (m_next < m_words.size() && hasChanged(m_next))
        ++m_next;
    return m_next < m_words.size() ? m_next++ : m_next;
}

void HostWatcher::watch()
{
    std::vector<std::size_t> open;
    while (open.size() < window && m_next < m_words.size())
        open.push_back(m_next++);
    const std::int64_t begin = steadyNow();
    std::int64_t last = begin;
    m_looking.store(true);
    while (!open.empty() && !m_stop.load(std::memory_order_relaxed)) {
        const std::int64_t round = steadyNow();
        if (round - begin > m_limit)
            break;
        for (std::size_t k = 0; k < open.size();) {
            if (!hasChanged(open[k])) {
                ++k;
                continue;
            }
            const std::int64_t now = steadyNow();
            if (now - last <= maxUnwatchedNs)
                m_times[open[k]] = now;
            open[k] = nextUnchanged();
            if (open[k] == m_words.size()) {
                open[k] = open.back();
                open.pop_back();
            }
        }
        last = round;
    }
    m_done.store(true);
}

} // namespace streamscope
