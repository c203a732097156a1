// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace streamscope {

/// Polls words of memory on a thread of its own, which keeps one core busy, and notes when each word changes. The
/// thread ends when all words have changed or after its time limit, at the latest in the destructor.
class HostWatcher
{
public:
    struct Word
    {
        std::uint32_t *address = nullptr;
        std::uint32_t poison = 0; ///< the value of the word before it changes
    };
    /// Nanoseconds. A word that changed during a longer pause between two looks gets no time, because the thread was
    /// not running.
    static constexpr std::int64_t maxUnwatchedNs = 20'000;
    /// The number of words polled at once: the first words that have not changed yet.
    static constexpr std::size_t window = 128;

    /// `words`: in the order in which they are expected to change; their memory must outlive the watcher. Returns when
    /// the thread is polling.
    HostWatcher(std::vector<Word> words, std::int64_t limitNs);
    HostWatcher(const HostWatcher &) = delete;
    HostWatcher &operator=(const HostWatcher &) = delete;
    ~HostWatcher();

    /// Waits at most `patienceNs` nanoseconds for the remaining words and ends the thread. Returns, by word, when it
    /// changed, in nanoseconds of the host's steady clock; unknownTime when the change was not seen in time.
    std::vector<std::int64_t> finish(std::int64_t patienceNs);

private:
    void watch();
    bool hasChanged(std::size_t word) const;
    std::size_t nextUnchanged();
    void end();

    std::vector<Word> m_words;
    std::vector<std::int64_t> m_times;
    std::int64_t m_limit;
    std::size_t m_next = 0; ///< the first word that is not polled yet
    std::atomic<bool> m_looking{false}, m_stop{false}, m_done{false};
    std::thread m_thread;
};

} // namespace streamscope
