// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/nsight/nsight_places.h"

#include "engine/formats/text/decimal.h"
#include "engine/timeline/host/host_events.h"

#include <set>
#include <string_view>
#include <tuple>

namespace streamscope {

namespace {

constexpr std::int64_t mostThreads = 0xffffff; // a globalTid has 24 bits for them, and as many for the process

/// The number that a stream's id begins with, as in "7 (context 2)"; −1 for "null" and the like.
std::int64_t numberOf(std::string_view id)
{
    std::size_t digits = 0;
    while (digits < id.size() && isDigit(id[digits]))
        ++digits;
    return intWithin(parseInteger(id.substr(0, digits)), 0, 1'000'000'000).value_or(-1);
}

/// The number of a thread whose name is "thread 5" or "main (5)"; −1 for others.
std::int64_t numberOfThread(std::string_view name)
{
    if (name.ends_with(')'))
        name.remove_suffix(1);
    std::size_t first = name.size();
    while (first > 0 && isDigit(name[first - 1]))
        --first;
    return intWithin(parseInteger(name.substr(first)), 1, mostThreads).value_or(-1);
}

} // namespace

NsightPlaces::NsightPlaces(const Timeline &timeline) : m_events(timeline.hostEvents())
{
    if (m_events && !m_events->threads().empty())
        m_pid = intWithin(parseInteger(m_events->threads().front().process), 1, mostThreads).value_or(1);
    numberStreams(timeline);
}

/// Streams that share a number lie in different contexts.
void NsightPlaces::numberStreams(const Timeline &timeline)
{
    std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> taken; // device, context, stream
    std::int64_t others = 0, devices = 1;
    for (const TimelineStream &stream : timeline.streams()) {
        others = std::max(others, numberOf(stream.id));
        devices = std::max<std::int64_t>(devices, stream.device + 1);
    }
    for (const TimelineStream &stream : timeline.streams()) {
        Stream made{stream.device, stream.device + 1, numberOf(stream.id)};
        if (made.stream < 0)
            made.stream = ++others;
        while (!taken.emplace(made.device, made.context, made.stream).second)
            made.context += devices; // no other device has it
        m_streams.push_back(made);
    }
}

NsightPlaces::Stream NsightPlaces::stream(std::int32_t index) const
{
    return index < 0 ? Stream{0, 1, noStream} : m_streams[static_cast<std::size_t>(index)];
}

std::int64_t NsightPlaces::globalTid(std::int32_t thread)
{
    const auto [entry, isNew] = m_threads.try_emplace(thread, 0);
    if (isNew) {
        const EventThread *known = m_events ? m_events->thread(thread) : nullptr;
        std::int64_t number = known ? numberOfThread(known->name) : -1;
        if (number < 0)
            number = thread + 1;
        while (!m_taken.emplace(number, thread).second)
            number = number % mostThreads + 1;
        entry->second = number;
    }
    return globalPid() | entry->second;
}

} // namespace streamscope
