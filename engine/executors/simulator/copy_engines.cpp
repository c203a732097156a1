// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/copy_engines.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

CopyEngines::CopyEngines(const DeviceProfile &profile, const Program &program, const CostModel &costs,
                         EventQueue &events)
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
    if (m_profile.copies.order == CopyOrder::IssueOrder)
        m_servers[serverOf(m_program.operations[operation].kind)].issued.push_back(operation);
}

void CopyEngines::becameReady(std::int32_t operation)
{
    m_servers[serverOf(m_program.operations[operation].kind)].ready.push_back(operation);
}

/// Rule C5: which of the ready copies is next; −1 when none can start.
std::int32_t CopyEngines::takeNext(Server &server)
{
    if (server.ready.empty())
        return -1;
    auto next = server.ready.end();
    if (m_profile.copies.order == CopyOrder::IssueOrder) {
        next = std::find(server.ready.begin(), server.ready.end(), server.issued.front());
        if (next == server.ready.end())
            return -1; // the head blocks
        server.issued.pop_front();
    } else {
        const auto rank = [&](std::int32_t operation) { // the stream just served, then the one issued first
            return std::pair(m_program.operations[operation].stream != server.lastStream, operation);
        };
        next = std::min_element(server.ready.begin(), server.ready.end(),
                                [&rank](std::int32_t a, std::int32_t b) { return rank(a) < rank(b); });
    }
    const std::int32_t operation = *next;
    server.ready.erase(next);
    return operation;
}

void CopyEngines::dispatch()
{
    for (std::int32_t index = 0; index < serverCount; ++index) {
        Server &server = m_servers[index];
        if (server.active >= 0)
            continue;
        if (const std::int32_t operation = takeNext(server); operation >= 0)
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
    m_events.schedule(m_events.now() + std::llround(server.remainingNs / server.rate), SimulatedEventType::CopyStep,
                      index, server.generation);
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
