// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/other_streams.h"

#include <algorithm>

namespace streamscope {

namespace {

// Kernels follow each other within that in their stream, and come so soon behind kernels of another stream. The end of
// a copy is looked for each 8.192 us.
constexpr std::int64_t kernelComes = 4'000, behindCopyComes = 12'000;

} // namespace

OtherStreams::OtherStreams(const Timeline &timeline) : m_timeline(timeline)
{
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (const std::int32_t stream = timeline.streamIndices()[i]; stream >= 0 && runsOnGpu(timeline.kinds()[i]))
            m_ends[timeline.streams()[static_cast<std::size_t>(stream)].device].push_back(
                {timeline.ends()[i], stream, isHostCopy(timeline.kinds()[i])});
    for (auto &[device, ends] : m_ends)
        std::ranges::sort(ends, {}, &End::time);
}

bool OtherStreams::letGo(const Span &kernel, std::int64_t formerEnd) const
{
    if (kernel.start - formerEnd <= kernelComes)
        return false;
    const std::vector<End> &ends = m_ends.at(m_timeline.streams()[static_cast<std::size_t>(kernel.stream)].device);
    const std::int64_t from = std::max(formerEnd, kernel.start - behindCopyComes);
    const auto first = std::ranges::lower_bound(ends, from, {}, &End::time);
    const auto behind = std::ranges::upper_bound(ends, kernel.start, {}, &End::time);
    return std::any_of(first, behind, [&kernel](const End &end) {
        return end.stream != kernel.stream && (end.copy || kernel.start - end.time <= kernelComes);
    });
}

} // namespace streamscope
