// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/added_parts.h"

#include <algorithm>

namespace streamscope {

namespace {

template <typename Taken>
std::string freeName(const std::string &wanted, Taken isTaken)
{
    std::string name = wanted;
    for (int number = 2; isTaken(name); ++number)
        name = wanted + " (" + std::to_string(number) + ")";
    return name;
}

Operation streamOperation(OperationKind kind, std::int32_t event, std::int32_t stream, std::int32_t thread)
{
    Operation operation;
    operation.kind = kind;
    operation.event = event;
    operation.stream = stream;
    operation.thread = thread;
    return operation;
}

const std::string &eventName(const Program &program, std::int32_t event)
{
    return program.events[static_cast<std::size_t>(event)];
}

} // namespace

std::int32_t AddedParts::addEvent(const std::string &name)
{
    auto &events = m_program.events;
    if (m_events.empty())
        m_events.insert(events.begin(), events.end());
    events.push_back(freeName(name, [this](const std::string &candidate) { return m_events.contains(candidate); }));
    m_events.insert(events.back());
    return static_cast<std::int32_t>(events.size()) - 1;
}

std::int32_t AddedParts::addStream(const std::string &id, int device, int priority)
{
    Stream stream;
    stream.id = freeName(
        id, [this](const std::string &candidate) { return streamNamed(m_program, candidate) != Operation::none; });
    stream.device = device;
    stream.priority = priority;
    stream.nonBlocking = true;
    m_program.streams.push_back(std::move(stream));
    return static_cast<std::int32_t>(m_program.streams.size()) - 1;
}

std::int32_t AddedParts::addTwin(std::int32_t buffer, const std::string &id)
{
    auto &buffers = m_program.buffers;
    Buffer twin = buffers[static_cast<std::size_t>(buffer)];
    twin.id = freeName(id, [&buffers](const std::string &candidate) {
        return std::any_of(buffers.begin(), buffers.end(), [&](const Buffer &b) { return b.id == candidate; });
    });
    buffers.push_back(std::move(twin));
    return static_cast<std::int32_t>(buffers.size()) - 1;
}

Operation EventCalls::call(OperationKind kind, std::int32_t event, std::int32_t stream, std::int32_t thread) const
{
    Operation operation = streamOperation(kind, event, stream, thread);
    operation.callNs = m_callNs;
    return operation;
}

EventCalls::Names &EventCalls::namesOf(std::int32_t event)
{
    const auto place = static_cast<std::size_t>(event);
    if (place >= m_names.size())
        m_names.resize(m_program.events.size());
    return m_names[place];
}

Operation EventCalls::record(std::int32_t event, std::int32_t stream, std::int32_t thread)
{
    SharedText &name = namesOf(event).record;
    if (name.empty())
        name = "record " + eventName(m_program, event);
    Operation operation = call(OperationKind::EventRecord, event, stream, thread);
    operation.name = name;
    return operation;
}

Operation EventCalls::wait(std::int32_t event, std::int32_t stream, std::int32_t thread)
{
    SharedText &name = namesOf(event).wait;
    if (name.empty())
        name = "wait for " + eventName(m_program, event);
    Operation operation = call(OperationKind::EventWait, event, stream, thread);
    operation.name = name;
    return operation;
}

Operation streamSyncOf(const Program &program, std::int32_t stream, std::int32_t thread)
{
    Operation operation = streamOperation(OperationKind::Sync, Operation::none, stream, thread);
    operation.syncScope = SyncScope::Stream;
    operation.name = "synchronize with " + program.streams[static_cast<std::size_t>(stream)].id;
    return operation;
}

Operation eventSyncOf(const Program &program, std::int32_t event, std::int32_t thread)
{
    Operation operation = streamOperation(OperationKind::Sync, event, Operation::none, thread);
    operation.syncScope = SyncScope::Event;
    operation.name = "synchronize with " + eventName(program, event);
    return operation;
}

std::int32_t streamNamed(const Program &program, const std::string &id)
{
    const auto found =
        std::find_if(program.streams.begin(), program.streams.end(), [&id](const Stream &s) { return s.id == id; });
    return found == program.streams.end() ? Operation::none
                                          : static_cast<std::int32_t>(found - program.streams.begin());
}

} // namespace streamscope
