// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace streamscope::recorder {

/// The newest record of each event: the one that a wait means. Safe for all threads.
class EventRecords
{
public:
    struct Newest
    {
        std::uint32_t event = 0;  ///< number of the event, from 1
        std::uint64_t record = 0; ///< rises from 1 with each record of any event; 0: none was seen
    };

    /// The event is recorded.
    Newest record(const void *event)
    {
        const std::lock_guard lock(m_mutex);
        Newest &newest = numbered(event);
        newest.record = ++m_records;
        return newest;
    }
    Newest newestOf(const void *event)
    {
        const std::lock_guard lock(m_mutex);
        return numbered(event);
    }
    /// The event is gone; another one may get its place in memory.
    void forget(const void *event)
    {
        const std::lock_guard lock(m_mutex);
        m_newest.erase(event);
    }
    /// From here on calls are not seen: what is known may not be the newest any more.
    void forgetAll()
    {
        const std::lock_guard lock(m_mutex);
        m_newest.clear();
    }

private:
    Newest &numbered(const void *event)
    {
        const auto [entry, isNew] = m_newest.try_emplace(event);
        if (isNew)
            entry->second.event = ++m_events;
        return entry->second;
    }

    std::mutex m_mutex;
    std::unordered_map<const void *, Newest> m_newest;
    std::uint32_t m_events = 0;
    std::uint64_t m_records = 0;
};

} // namespace streamscope::recorder
