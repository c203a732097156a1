// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/timeline.h"

#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, clockCount> clockNames{"event", "event+engine", "globaltimer", "cupti", "host",
                                                              "model", "imported",     "watch",       "median"};
constexpr std::array<std::string_view, 8> memoryNames{"Unknown", "Pageable", "Pinned",        "Device",
                                                      "Array",   "Managed",  "Device Static", "Managed Static"};

template <typename Enum, std::size_t N>
bool parseName(const std::array<std::string_view, N> &names, std::string_view name, Enum &out)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return false;
    out = static_cast<Enum>(found - names.begin());
    return true;
}

} // namespace

std::string_view clockName(Clock clock)
{
    return clockNames[static_cast<std::size_t>(clock)];
}
std::string_view memoryKindName(MemoryKind kind)
{
    return memoryNames[static_cast<std::size_t>(kind)];
}

MemoryKind parseMemoryKind(std::string_view name)
{
    MemoryKind kind = MemoryKind::Unknown;
    parseName(memoryNames, name, kind);
    return kind;
}
bool parseClock(std::string_view name, Clock &out)
{
    return parseName(clockNames, name, out);
}

namespace {

/// How far `time` lies behind `from`, or before it, as a number that is small for small distances.
std::optional<std::uint64_t> distance(std::int64_t time, std::int64_t from)
{
    if (time == unknownTime)
        return std::nullopt;
    // Unsigned, because two times may be further apart than int64 reaches.
    const std::uint64_t forward = static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(from);
    return time >= from ? forward << 1U : ((~forward) << 1U) | 1U;
}

std::int64_t timeAt(std::optional<std::uint64_t> distance, std::int64_t from)
{
    if (!distance)
        return unknownTime;
    const std::uint64_t forward = (*distance & 1U) ? ~(*distance >> 1U) : *distance >> 1U;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + forward);
}

} // namespace

void Timeline::reserve(std::size_t spans)
{
    for (CompactColumn *column : {&m_issue, &m_ready, &m_returned, &m_bytes, &m_chunk, &m_thread})
        column->reserve(spans);
    m_start.reserve(spans);
    m_length.reserve(spans);
    m_name.reserve(spans);
    m_stream.reserve(spans);
    m_kind.reserve(spans);
    m_engine.reserve(spans);
    m_clock.reserve(spans);
    m_from.reserve(spans);
    m_to.reserve(spans);
}

std::int32_t Timeline::addStream(TimelineStream stream)
{
    m_streams.push_back(std::move(stream));
    return static_cast<std::int32_t>(m_streams.size()) - 1;
}

void Timeline::describeStream(std::int32_t stream, int priority, StreamRole role)
{
    m_streams[stream].priority = priority;
    m_streams[stream].role = role;
}

std::uint32_t Timeline::intern(std::string_view name)
{
    if (const auto known = m_nameIndex.find(name); known != m_nameIndex.end())
        return known->second;
    const auto index = static_cast<std::uint32_t>(m_names.size());
    m_nameIndex.emplace(std::string(name), index);
    m_names.emplace_back(name);
    return index;
}

void Timeline::append(const Span &span)
{
    const auto number = [](std::uint64_t value) { return value == 0 ? std::nullopt : std::optional(value); };
    m_start.push_back(span.start);
    const std::uint64_t length = static_cast<std::uint64_t>(span.end) - static_cast<std::uint64_t>(span.start);
    const bool fits = span.end >= span.start && length < lengthAside;
    if (!fits)
        m_farEnds.emplace(size() - 1, span.end);
    m_length.push_back(fits ? static_cast<std::uint32_t>(length) : lengthAside);
    m_issue.append(distance(span.issue, span.start));
    m_ready.append(distance(span.ready, span.start));
    m_returned.append(distance(span.returned, span.issue == unknownTime ? span.start : span.issue));
    m_bytes.append(number(span.bytes));
    m_chunk.append(span.chunk < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(span.chunk)));
    m_thread.append(number(static_cast<std::uint64_t>(std::max(span.thread, 0))));
    m_name.push_back(span.name);
    m_stream.push_back(span.stream);
    m_kind.push_back(span.kind);
    m_engine.push_back(span.engine);
    m_clock.push_back(span.clock);
    m_from.push_back(span.from);
    m_to.push_back(span.to);
}

Span Timeline::span(std::size_t i) const
{
    const std::optional<std::uint64_t> chunk = m_chunk.at(i);
    return {issue(i),   ready(i),    m_start[i],
            endOf(i),   returned(i), bytes(i),
            m_name[i],  m_stream[i], chunk ? static_cast<std::int32_t>(*chunk) : -1,
            thread(i),  m_kind[i],   m_engine[i],
            m_clock[i], m_from[i],   m_to[i]};
}

std::int64_t Timeline::issue(std::size_t i) const
{
    return timeAt(m_issue.at(i), m_start[i]);
}

std::int64_t Timeline::ready(std::size_t i) const
{
    return timeAt(m_ready.at(i), m_start[i]);
}

std::int64_t Timeline::returned(std::size_t i) const
{
    if (m_returned.empty())
        return unknownTime;
    const std::int64_t issued = issue(i);
    return timeAt(m_returned.at(i), issued == unknownTime ? m_start[i] : issued);
}

const LaunchShape *Timeline::launchShape(std::size_t index) const
{
    const std::uint32_t shape = shapeNumber(index);
    return shape == 0 ? nullptr : &m_shapes[shape - 1];
}

std::uint32_t Timeline::internShape(const LaunchShape &shape)
{
    const auto [entry, isNew] = m_shapeIndex.try_emplace(shape, static_cast<std::uint32_t>(m_shapes.size() + 1));
    if (isNew)
        m_shapes.push_back(shape);
    return entry->second;
}

void Timeline::setLaunchShape(std::size_t index, std::uint32_t shape)
{
    if (shape == 0 && index >= m_shapeOf.size())
        return;
    if (m_shapeOf.size() <= index) {
        m_shapeOf.reserve(m_start.capacity());
        m_shapeOf.resize(std::max(index + 1, size()), 0);
    }
    m_shapeOf[index] = shape;
}

int Timeline::device(std::size_t index) const
{
    const std::int32_t stream = m_stream[index];
    return stream < 0 ? 0 : m_streams[stream].device;
}

std::string Timeline::deviceLabel(int device) const
{
    const auto known = m_deviceLabels.find(device);
    return known == m_deviceLabels.end() ? "GPU " + std::to_string(device) : known->second;
}

bool Timeline::isMigration(std::size_t index) const
{
    const std::int32_t stream = m_stream[index];
    return stream >= 0 && m_streams[static_cast<std::size_t>(stream)].role == StreamRole::Migration;
}

void Timeline::setEventLinks(std::vector<EventLink> links)
{
    std::erase_if(links, [this](const EventLink &link) {
        return link.from >= size() || link.to >= size() || link.from == link.to;
    });
    std::sort(links.begin(), links.end(),
              [](const EventLink &a, const EventLink &b) { return a.to != b.to ? a.to < b.to : a.from < b.from; });
    links.erase(std::unique(links.begin(), links.end()), links.end());
    m_eventLinks = std::move(links);
}

void Timeline::setBlocks(BlockRecords blocks, Clock clock)
{
    std::vector<int> devices;
    devices.reserve(size());
    for (std::size_t i = 0; i < size(); ++i)
        devices.push_back(device(i));
    m_blocks = std::move(blocks);
    m_blocks.arrange(devices);
    m_blockClock = clock;
}

std::int64_t Timeline::begin() const
{
    if (empty())
        return 0;
    std::int64_t earliest = *std::min_element(m_start.begin(), m_start.end());
    for (std::size_t i = 0; i < size() && !(m_issue.empty() && m_ready.empty()); ++i)
        for (const std::int64_t time : {issue(i), ready(i)})
            if (time != unknownTime)
                earliest = std::min(earliest, time);
    return earliest;
}

std::int64_t Timeline::end() const
{
    std::int64_t latest = empty() ? 0 : endOf(0);
    for (std::size_t i = 1; i < size(); ++i)
        latest = std::max(latest, endOf(i));
    return latest;
}

std::size_t Timeline::memoryBytes() const
{
    std::size_t bytes = m_start.capacity() * sizeof(std::int64_t) + m_farEnds.size() * 40
                        + (m_length.capacity() + m_name.capacity() + m_stream.capacity()) * sizeof(std::uint32_t)
                        + m_kind.capacity() + m_engine.capacity() + m_clock.capacity() + m_from.capacity()
                        + m_to.capacity() + m_eventLinks.capacity() * sizeof(EventLink)
                        + m_shapeOf.capacity() * sizeof(std::uint32_t) + m_shapes.size() * 2 * sizeof(LaunchShape)
                        + m_hostCalls.memoryBytes() + m_collectives.memoryBytes() + m_origins.memoryBytes()
                        + (m_hostEvents ? m_hostEvents->memoryBytes() : 0);
    for (const CompactColumn *column : {&m_issue, &m_ready, &m_returned, &m_bytes, &m_chunk, &m_thread})
        bytes += column->memoryBytes();
    return bytes;
}

} // namespace streamscope
