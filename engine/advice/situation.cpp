// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/situation.h"

#include <algorithm>

namespace streamscope {

Situation::Situation(const Program &itsProgram, const Timeline &itsTimeline, const DeviceProfile &itsProfile,
                     bool itsFromATrace, const Timeline *measured)
    : program(itsProgram), timeline(itsTimeline), profile(itsProfile), isTrace(itsFromATrace), m_measured(measured)
{
    std::int64_t first = itsTimeline.size() > 0 ? itsTimeline.starts()[0] : 0, last = first;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const auto kind = static_cast<std::size_t>(program.operations[i].kind);
        ++m_counts[kind];
        m_times[kind] += durationOf(i);
        first = std::min(first, timeline.starts()[i]);
        last = std::max(last, timeline.ends()[i]);
    }
    spanNs = last - first;
}

std::int64_t Situation::durationOf(std::size_t operation) const
{
    const std::int32_t source = program.operations[operation].source;
    if (m_measured && source >= 0 && static_cast<std::size_t>(source) < m_measured->size())
        return m_measured->ends()[static_cast<std::size_t>(source)]
               - m_measured->starts()[static_cast<std::size_t>(source)];
    return timeline.ends()[operation] - timeline.starts()[operation];
}

bool Situation::isPageable(const Operation &copy) const
{
    return isHostCopy(copy.kind) && program.hostMemoryOf(copy) == HostMemory::Pageable;
}

Situation::Sum Situation::sumOf(const std::function<bool(const Operation &, std::size_t)> &asks) const
{
    Sum sum;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        if (!asks(program.operations[i], i))
            continue;
        ++sum.count;
        sum.ns += durationOf(i);
        sum.bytes += program.operations[i].bytes;
    }
    return sum;
}

std::string shortenedName(std::string_view name)
{
    constexpr std::size_t most = 60;
    return name.size() <= most ? std::string(name) : std::string(name.substr(0, most - 1)) + "…";
}

std::string numberOf(std::size_t count, const char *one, const char *several)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

} // namespace streamscope
