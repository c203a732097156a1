// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/copy_engines.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

CopyEngines::CopyEngines(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events)
    : m_profile(profile), m_program(program), m_costs(costs), m_events(events)
{}

std::int32_t CopyEngines::serverOf(OperationKind kind) const
{
    if (m_profile.info.hostCopyEngines() < 2)
        return h2dServer;
    if (kind == OperationKind::H2D)
        return h2dServer;
    return kind == OperationKind::D2H ? d2hServer : deviceServer;
}

void CopyEngines::enqueue(std::int32_t operation)
{
    m_servers[serverOf(m_program.operations[operation].kind)].waiting.push_back(operation);
}

/// Rule C5: which of the waiting copies is next; end() when none can start.
std::deque<std::int32_t>::iterator CopyEngines::pick(Server &server)
{
    auto &waiting = server.waiting;
    if (m_profile.copies.order == CopyOrder::IssueOrder)
        return !waiting.empty() && isReady(waiting.front()) ? waiting.begin() : waiting.end();
    auto first = waiting.end();
    for (auto candidate = waiting.begin(); candidate != waiting.end(); ++candidate) {
        if (!isReady(*candidate))
            continue;
        if (m_program.operations[*candidate].stream == server.lastStream)
            return candidate;
        if (first == waiting.end())
            first = candidate;
    }
    return first;
}

void CopyEngines::dispatch()
{
    for (std::int32_t index = 0; index < serverCount; ++index) {
        Server &server = m_servers[index];
        if (server.active >= 0 || server.waiting.empty())
            continue;
        const auto next = pick(server);
        if (next == server.waiting.end())
            continue;
        const std::int32_t operation = *next;
        server.waiting.erase(next);
        start(index, operation);
    }
}

void CopyEngines::start(std::int32_t index, std::int32_t operation)
{
    Server &server = m_servers[index];
    const CostModel::CopyParts parts = m_costs.copy(m_program.operations[operation]);
    server.active = operation;
    server.lastStream = m_program.operations[operation].stream;
    server.moving = false;
    server.remainingNs = parts.transferNs;
    server.updatedAt = m_events.now();
    ++server.generation;
    started(operation);
    m_events.schedule(m_events.now() + std::llround(parts.latencyNs), SimulatedEventType::CopyStep, index,
                      server.generation);
}

/// Rule C7: while both directions move data, each has only its part of the rate.
double CopyEngines::rateOf(std::int32_t index) const
{
    if (index == deviceServer)
        return 1;
    const Server &other = m_servers[index == h2dServer ? d2hServer : h2dServer];
    if (other.active < 0 || !other.moving)
        return 1;
    return index == h2dServer ? m_profile.copies.h2dTwoWayFactor : m_profile.copies.d2hTwoWayFactor;
}

void CopyEngines::schedule(std::int32_t index)
{
    Server &server = m_servers[index];
    ++server.generation;
    m_events.schedule(m_events.now() + std::llround(server.remainingNs / server.rate), SimulatedEventType::CopyStep, index,
                      server.generation);
}

void CopyEngines::updateRates()
{
    for (std::int32_t index = 0; index < serverCount; ++index) {
        Server &server = m_servers[index];
        const double rate = rateOf(index);
        if (server.active < 0 || !server.moving || rate == server.rate)
            continue;
        const double passed = static_cast<double>(m_events.now() - server.updatedAt);
        server.remainingNs = std::max(0.0, server.remainingNs - passed * server.rate);
        server.updatedAt = m_events.now();
        server.rate = rate;
        schedule(index);
    }
}

void CopyEngines::step(std::int32_t index, std::uint32_t generation)
{
    Server &server = m_servers[index];
    if (generation != server.generation || server.active < 0)
        return;
    if (!server.moving && server.remainingNs > 0) {
        server.moving = true;
        server.updatedAt = m_events.now();
        server.rate = rateOf(index);
        schedule(index);
        updateRates();
        return;
    }
    const std::int32_t operation = server.active;
    server.active = -1;
    server.moving = false;
    updateRates();
    finished(operation);
}

} // namespace streamscope
