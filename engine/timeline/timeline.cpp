// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/timeline.h"

#include <algorithm>
#include <array>
#include <utility>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, 7> engineNames{"copy_h2d", "copy_d2h", "copy_d2d", "copy_peer",
                                                      "compute",  "host",     "none"};
constexpr std::array<std::string_view, 7> clockNames{"event", "event+engine", "globaltimer", "cupti",
                                                     "host",  "model",        "imported"};
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

std::string_view engineName(Engine engine)
{
    return engineNames[static_cast<std::size_t>(engine)];
}
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
bool parseEngine(std::string_view name, Engine &out)
{
    return parseName(engineNames, name, out);
}
bool parseClock(std::string_view name, Clock &out)
{
    return parseName(clockNames, name, out);
}

Engine engineOf(OperationKind kind)
{
    switch (kind) {
    case OperationKind::H2D:
        return Engine::CopyH2D;
    case OperationKind::D2H:
        return Engine::CopyD2H;
    case OperationKind::D2D:
        return Engine::CopyD2D;
    case OperationKind::Peer:
        return Engine::CopyPeer;
    case OperationKind::Kernel:
    case OperationKind::Memset:
    case OperationKind::Collective:
        return Engine::Compute;
    case OperationKind::HostFunction:
    case OperationKind::HostWork:
    case OperationKind::Sync:
    case OperationKind::Alloc:
    case OperationKind::Free:
        return Engine::Host;
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
        return Engine::None;
    }
    return Engine::None;
}

void Timeline::reserve(std::size_t spans)
{
    for (auto *column : {&m_issue, &m_ready, &m_start, &m_end, &m_returned})
        column->reserve(spans);
    m_bytes.reserve(spans);
    m_name.reserve(spans);
    m_stream.reserve(spans);
    m_chunk.reserve(spans);
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
    m_issue.push_back(span.issue);
    m_ready.push_back(span.ready);
    m_start.push_back(span.start);
    m_end.push_back(span.end);
    m_returned.push_back(span.returned);
    m_bytes.push_back(span.bytes);
    m_name.push_back(span.name);
    m_stream.push_back(span.stream);
    m_chunk.push_back(span.chunk);
    m_kind.push_back(span.kind);
    m_engine.push_back(span.engine);
    m_clock.push_back(span.clock);
    m_from.push_back(span.from);
    m_to.push_back(span.to);
}

Span Timeline::span(std::size_t i) const
{
    return {m_issue[i],  m_ready[i], m_start[i], m_end[i],    m_returned[i], m_bytes[i], m_name[i],
            m_stream[i], m_chunk[i], m_kind[i],  m_engine[i], m_clock[i],    m_from[i],  m_to[i]};
}

void Timeline::setMemory(std::size_t index, MemoryKind from, MemoryKind to)
{
    m_from[index] = from;
    m_to[index] = to;
}

int Timeline::device(std::size_t index) const
{
    const std::int32_t stream = m_stream[index];
    return stream < 0 ? 0 : m_streams[stream].device;
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
    for (const auto *column : {&m_issue, &m_ready})
        for (const std::int64_t time : *column)
            if (time != unknownTime)
                earliest = std::min(earliest, time);
    return earliest;
}

std::int64_t Timeline::end() const
{
    return empty() ? 0 : *std::max_element(m_end.begin(), m_end.end());
}

} // namespace streamscope
