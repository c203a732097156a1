// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace streamscope {

/// Looks at words of memory on a thread of its own, which keeps one core busy, and notes when each of them changes. It
/// ends by itself when all have changed or its time is over, and with this object at the latest.
class HostWatcher
{
public:
    struct Word
    {
        std::uint32_t *address = nullptr;
        std::uint32_t poison = 0; ///< what lies there until then
    };
    /// A word that changed while nobody looked for longer, in nanoseconds, has no time: the thread was not running.
    static constexpr std::int64_t mostUnwatched = 20'000;
    /// Of more words it looks at the first so many that have not changed yet.
    static constexpr std::size_t window = 128;

    /// `words` in the order in which they are expected to change; their memory outlives this. Returns when it looks.
    HostWatcher(std::vector<Word> words, std::int64_t limitNs);
    HostWatcher(const HostWatcher &) = delete;
    HostWatcher &operator=(const HostWatcher &) = delete;
    ~HostWatcher();

    /// Waits at most `patienceNs` nanoseconds for the words that have not changed yet, and ends the thread. By word:
    /// when it changed, in nanoseconds of the host's steady clock; unknownTime where nobody saw it in time.
    std::vector<std::int64_t> finish(std::int64_t patienceNs);

private:
    void watch();
    bool hasChanged(std::size_t word) const;
    std::size_t nextUnchanged();
    void end();

    std::vector<Word> m_words;
    std::vector<std::int64_t> m_times;
    std::int64_t m_limit;
    std::size_t m_next = 0; ///< the first word that is not looked at yet
    std::atomic<bool> m_looking{false}, m_stop{false}, m_done{false};
    std::thread m_thread;
};

} // namespace streamscope
