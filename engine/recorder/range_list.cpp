// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/range_list.h"

#include <utility>

#include <sys/syscall.h>
#include <unistd.h>

namespace streamscope::recorder {

std::uint32_t threadNumber()
{
    static thread_local const auto number = static_cast<std::uint32_t>(syscall(SYS_gettid));
    return number;
}

void RangeList::add(MarkedRange range)
{
    const std::lock_guard lock(m_mutex);
    if (m_ranges.size() < most)
        m_ranges.push_back(std::move(range));
    else
        ++m_lost;
}

void RangeList::nameThread(std::uint32_t thread, std::string name)
{
    const std::lock_guard lock(m_mutex);
    if (m_names.size() < most)
        m_names.push_back({thread, std::move(name)});
}

std::uint64_t RangeList::write(RecordingWriter &writer)
{
    std::vector<MarkedRange> ranges;
    std::vector<ThreadName> names;
    std::uint64_t lost = 0;
    {
        const std::lock_guard lock(m_mutex);
        ranges.swap(m_ranges);
        names.swap(m_names);
        lost = std::exchange(m_lost, 0);
    }
    for (const ThreadName &name : names)
        writer.add(recording::ThreadRow{name.thread, writer.text(name.name)});
    for (const MarkedRange &range : ranges)
        writer.add(recording::RangeRow{range.start, range.end, range.thread, writer.text(range.name),
                                       writer.text(range.domain), range.colour, range.kind});
    return lost;
}

} // namespace streamscope::recorder
