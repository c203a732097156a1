// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host/host_events.h"

#include <algorithm>

namespace streamscope {

const char *hostEventKindName(HostEventKind kind)
{
    constexpr std::array<const char *, hostEventKindCount> names{"range", "Python frame", "operator", "system call"};
    return names[static_cast<std::size_t>(kind)];
}

const EventThread *HostEvents::thread(std::int32_t number) const
{
    const auto found = std::partition_point(m_threads.begin(), m_threads.end(),
                                            [number](const EventThread &thread) { return thread.number < number; });
    return found != m_threads.end() && found->number == number ? &*found : nullptr;
}

const EventThread &HostEvents::threadOfEvent(std::uint32_t event) const
{
    const auto found = std::partition_point(m_threads.begin(), m_threads.end(),
                                            [event](const EventThread &thread) { return thread.past <= event; });
    return *found;
}

std::uint32_t HostEvents::innermostAt(const EventThread &thread, std::int64_t time) const
{
    const auto first = m_begin.begin() + thread.first, past = m_begin.begin() + thread.past;
    const auto behind = std::upper_bound(first, past, time);
    if (behind == first)
        return none;
    auto event = static_cast<std::uint32_t>(behind - m_begin.begin() - 1);
    while (event != none && m_end[event] <= time)
        event = m_parent[event];
    return event;
}

std::vector<std::uint32_t> HostEvents::openAt(const EventThread &thread, std::int64_t time) const
{
    std::vector<std::uint32_t> open;
    for (std::uint32_t event = innermostAt(thread, time); event != none; event = m_parent[event])
        if (m_end[event] > time)
            open.push_back(event);
    std::reverse(open.begin(), open.end());
    return open;
}

std::size_t HostEvents::memoryBytes() const
{
    std::size_t bytes = (m_begin.capacity() + m_end.capacity()) * sizeof(std::int64_t)
                        + (m_name.capacity() + m_parent.capacity()) * sizeof(std::uint32_t)
                        + (m_row.capacity() + m_style.capacity()) * sizeof(std::uint16_t) + m_kind.capacity();
    for (const std::string &name : m_names)
        bytes += sizeof name + name.capacity();
    return bytes + m_styles.capacity() * sizeof(RangeStyle) + m_threads.capacity() * sizeof(EventThread);
}

} // namespace streamscope
