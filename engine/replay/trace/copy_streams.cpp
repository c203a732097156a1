// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/copy_streams.h"

#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace streamscope {

std::vector<std::int32_t> copyStreams(const Timeline &timeline, const std::vector<TraceStep> &steps,
                                      const std::function<bool(const TraceStep &)> &isWithin)
{
    std::vector<std::pair<std::int64_t, std::int32_t>> firsts;
    std::vector<bool> seen(timeline.streams().size(), false);
    for (const TraceStep &step : steps)
        for (std::uint32_t i = 0; isWithin(step) && i < step.spans; ++i) {
            const std::uint32_t span = step.firstSpan + i;
            const std::int32_t stream = timeline.streamIndices()[span];
            if (!isReplayed(timeline, span) || !isHostCopy(timeline.kinds()[span])
                || seen[static_cast<std::size_t>(stream)])
                continue;
            seen[static_cast<std::size_t>(stream)] = true;
            firsts.emplace_back(timeline.starts()[span], stream);
        }
    std::ranges::sort(firsts);
    std::vector<std::int32_t> streams;
    for (const auto &[start, stream] : firsts)
        streams.push_back(stream);
    return streams;
}

} // namespace streamscope
