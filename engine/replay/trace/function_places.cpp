// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/function_places.h"

#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <limits>

namespace streamscope {

namespace {

bool isPlaced(const TraceStep &step)
{
    return step.kind == HostCallKind::HostFunction && step.spans == 0 && step.stream < 0;
}

} // namespace

FunctionPlaces::FunctionPlaces(const Timeline &timeline, const std::vector<TraceStep> &steps)
    : m_timeline(timeline), m_steps(steps)
{
    if (std::ranges::none_of(steps, isPlaced))
        return;
    for (std::uint32_t span = 0; span < timeline.size(); ++span)
        if (isReplayed(timeline, span))
            m_ends.emplace_back(timeline.ends()[span], timeline.streamIndices()[span]);
    std::ranges::sort(m_ends);
    findBefore();
    findBehind();
    decide();
}

std::int32_t FunctionPlaces::streamOf(std::size_t step) const
{
    const auto place = m_places.find(step);
    if (place == m_places.end())
        return -1;
    const auto &[thread, before, behind] = place->second;
    const auto votes = m_votes.find(place->second);
    return before < 0 || (votes != m_votes.end() && votes->second > 0) ? behind : before;
}

void FunctionPlaces::findBefore()
{
    std::map<std::int32_t, std::int32_t> last; // stream, by thread
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const std::int32_t thread = m_steps[i].thread;
        if (isPlaced(m_steps[i]))
            m_places[i] = {thread, last.try_emplace(thread, -1).first->second, -1};
        else if (const std::int32_t stream = issuedStream(m_timeline, m_steps[i]); stream >= 0)
            last[thread] = stream;
    }
}

void FunctionPlaces::findBehind()
{
    std::map<std::int32_t, std::int32_t> next;                                  // stream, by thread
    std::vector<std::int64_t> starts(m_timeline.streams().size(), unknownTime); // of the next operation, by stream
    for (std::size_t i = m_steps.size(); i-- > 0;) {
        const std::int32_t stream = issuedStream(m_timeline, m_steps[i]);
        if (stream >= 0) {
            next[m_steps[i].thread] = stream;
            starts[static_cast<std::size_t>(stream)] = m_timeline.starts()[m_steps[i].firstSpan];
        }
        const auto place = m_places.find(i);
        if (place == m_places.end())
            continue;
        auto &[thread, before, behind] = place->second;
        behind = next.try_emplace(thread, -1).first->second;
        if (before >= 0 && behind >= 0 && before != behind)
            m_starts[i] = {starts[static_cast<std::size_t>(before)], starts[static_cast<std::size_t>(behind)]};
    }
}

void FunctionPlaces::decide()
{
    for (const auto &[step, starts] : m_starts) {
        const Place &place = m_places[step];
        const auto &[thread, before, behind] = place;
        m_votes[place] += isExplained(starts.first, before) && !isExplained(starts.second, behind) ? 1 : -1;
    }
}

/// Something of another stream ended right before `start`.
bool FunctionPlaces::isExplained(std::int64_t start, std::int32_t stream) const
{
    constexpr std::int64_t behindEnd = 8'000; // nanoseconds
    if (start == unknownTime)
        return false;
    const auto from = std::ranges::lower_bound(m_ends, std::pair(start - behindEnd, std::int32_t{-1}));
    const auto to = std::upper_bound(from, m_ends.end(), std::pair(start, std::numeric_limits<std::int32_t>::max()));
    return std::any_of(from, to, [stream](const auto &end) { return end.second != stream; });
}

} // namespace streamscope
