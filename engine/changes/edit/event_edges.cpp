// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/event_edges.h"

#include "engine/changes/edit/added_parts.h"

#include <algorithm>
#include <queue>

namespace streamscope {

EventEdges::EventEdges(std::size_t operations)
    : m_lastWait(operations, Operation::none), m_event(operations, Operation::none)
{}

void EventEdges::add(std::int32_t earlier, std::int32_t later)
{
    m_edges.push_back({earlier, later});
    m_lastWait[static_cast<std::size_t>(earlier)] = later;
}

void EventEdges::makeEvents(Program &program, const std::vector<std::int32_t> &streamOf, const std::string &name)
{
    using Free = std::pair<std::int32_t, std::int32_t>; // the last wait for it, the event
    std::vector<std::priority_queue<Free, std::vector<Free>, std::greater<>>> used(program.streams.size());
    AddedParts parts(program);
    for (std::size_t i = 0; i < m_lastWait.size(); ++i) {
        if (m_lastWait[i] < 0)
            continue;
        auto &events = used[static_cast<std::size_t>(streamOf[i])];
        if (!events.empty() && events.top().first <= static_cast<std::int32_t>(i)) {
            m_event[i] = events.top().second;
            events.pop();
        } else {
            m_event[i] = parts.addEvent(name + " " + std::to_string(program.events.size()));
        }
        events.emplace(m_lastWait[i], m_event[i]);
    }
}

std::vector<std::int32_t> EventEdges::waitsBefore(std::int32_t operation)
{
    std::vector<std::int32_t> events;
    for (; m_next < m_edges.size() && m_edges[m_next].later <= operation; ++m_next) {
        const std::int32_t event = m_event[static_cast<std::size_t>(m_edges[m_next].earlier)];
        if (std::find(events.begin(), events.end(), event) == events.end())
            events.push_back(event);
    }
    return events;
}

void EventEdges::write(const std::vector<Operation> &operations, const std::vector<std::int32_t> &streamOf,
                       std::int64_t callNs, Program &program)
{
    EventCalls calls(program, callNs);
    std::vector<Operation> &to = program.operations;
    to.reserve(operations.size() + 2 * m_edges.size());
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const std::int32_t thread = operations[i].thread;
        for (const std::int32_t event : waitsBefore(static_cast<std::int32_t>(i)))
            to.push_back(calls.wait(event, streamOf[i], thread));
        to.push_back(operations[i]);
        to.back().stream = streamOf[i];
        if (m_event[i] >= 0)
            to.push_back(calls.record(m_event[i], streamOf[i], thread));
    }
}

} // namespace streamscope
