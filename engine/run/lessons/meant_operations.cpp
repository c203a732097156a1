// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/meant_operations.h"

#include "engine/timeline/span_query.h"

namespace streamscope {

std::vector<std::size_t> meantOperations(const Timeline &timeline, const std::string &text)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.name(timeline.nameIndices()[i]) == text)
            found.push_back(i);
    if (!found.empty())
        return found;
    const SpanQuery query = parseQuery(text);
    for (const std::uint32_t i : SpanMatcher(query, timeline).all())
        if (!query.anyKind || (runsOnGpu(timeline.kinds()[i]) && !timeline.isMigration(i)))
            found.push_back(i);
    return found;
}

} // namespace streamscope
