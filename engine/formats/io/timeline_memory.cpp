// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/timeline_memory.h"

namespace streamscope {

std::uint64_t memoryOf(const Span &span)
{
    constexpr std::uint64_t aside = nodeBytes(16);
    constexpr std::int64_t near = std::int64_t{1} << 31;
    const auto isFar = [](std::int64_t time, std::int64_t from) {
        return time != unknownTime && (time > from + near || time < from - near);
    };
    const int asides = (isFar(span.end, span.start) ? 1 : 0) + (isFar(span.issue, span.start) ? 1 : 0)
                       + (isFar(span.ready, span.start) ? 1 : 0) + (isFar(span.returned, span.issue) ? 1 : 0)
                       + (span.bytes >= 0xffff'fffe ? 1 : 0);
    return Timeline::bytesPerSpan() + analysisBytesPerSpan + static_cast<std::uint64_t>(asides) * aside;
}

std::uint64_t memoryOfName(std::string_view name)
{
    // A growing list holds its old and its new place for each entry for a while.
    return 3 * sizeof(std::string) + nodeBytes(sizeof(std::string)) + 2 * name.size();
}

std::uint32_t internCounted(Timeline &timeline, std::string_view name, MemoryBudget &memory)
{
    const std::size_t known = timeline.names().size();
    const std::uint32_t index = timeline.intern(name);
    if (timeline.names().size() > known)
        memory.take(memoryOfName(name));
    return index;
}

} // namespace streamscope
