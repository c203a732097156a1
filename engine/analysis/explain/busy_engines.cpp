// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/explain/busy_engines.h"

#include <algorithm>

namespace streamscope {

BusyEngines::BusyEngines(const Timeline &timeline) : m_timeline(timeline)
{
    for (std::uint32_t i = 0; i < timeline.size(); ++i)
        if (runsOnGpu(timeline.kinds()[i]) && !timeline.isMigration(i))
            m_spans[keyOf(i)].push_back(i);
    for (auto &[engine, spans] : m_spans)
        std::sort(spans.begin(), spans.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return timeline.ends()[a] < timeline.ends()[b]; });
}

std::optional<std::uint32_t> BusyEngines::before(std::uint32_t span, std::int64_t freeAt) const
{
    constexpr std::int64_t longStartNs = 10'000, directlyNs = 20'000;
    const auto engine = m_spans.find(keyOf(span));
    if (engine == m_spans.end() || m_timeline.ready(span) != unknownTime)
        return std::nullopt;
    const std::int64_t start = m_timeline.starts()[span];
    if (start - freeAt <= longStartNs)
        return std::nullopt;
    const std::vector<std::uint32_t> &spans = engine->second;
    const auto past = std::partition_point(spans.begin(), spans.end(),
                                           [&](std::uint32_t other) { return m_timeline.ends()[other] <= start; });
    if (past == spans.begin() || *(past - 1) == span)
        return std::nullopt;
    const std::int64_t end = m_timeline.ends()[*(past - 1)];
    return end > freeAt && start - end <= directlyNs ? std::optional(*(past - 1)) : std::nullopt;
}

} // namespace streamscope
