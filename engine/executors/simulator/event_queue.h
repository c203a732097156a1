// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace streamscope {

/// What a simulated run does next. `id` is an operation; an engine for CopyStep, a batch of blocks for BlocksEnd.
enum class SimulatedEventType : std::uint8_t {
    HostContinues,
    CallReturns,
    GateOpens,
    CopyStep,
    KernelQueued,
    BlocksEnd,
    OperationEnds,
};

struct SimulatedEvent
{
    std::int64_t time = 0;
    std::uint64_t sequence = 0; ///< equal times: first scheduled, first served, so that every run is the same
    std::int32_t id = 0;
    std::uint32_t generation = 0; ///< of a copy's step or a batch: an outdated one is ignored
    std::int32_t device = 0;      ///< BlocksEnd
    SimulatedEventType type = SimulatedEventType::HostContinues;
};

/// The clock of a simulated run: hands out what was scheduled in the order of time.
class EventQueue
{
public:
    EventQueue() { m_queue.reserve(64); }

    std::int64_t now() const { return m_now; }
    bool empty() const { return m_queue.empty(); }
    std::uint64_t scheduled() const { return m_sequence; }

    /// @throws RunError for a time beyond all runs.
    void schedule(std::int64_t time, SimulatedEventType type, std::int32_t id, std::uint32_t generation = 0,
                  std::int32_t device = 0)
    {
        if (time > mostSimulatedNs)
            refuseSimulatedTime();
        m_queue.push_back({time, m_sequence++, id, generation, device, type});
        std::push_heap(m_queue.begin(), m_queue.end(), Later());
    }

    SimulatedEvent next()
    {
        const SimulatedEvent event = m_queue.front();
        std::pop_heap(m_queue.begin(), m_queue.end(), Later());
        m_queue.pop_back();
        m_now = event.time;
        return event;
    }

private:
    struct Later
    {
        bool operator()(const SimulatedEvent &a, const SimulatedEvent &b) const
        {
            return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
        }
    };
    std::vector<SimulatedEvent> m_queue;
    std::int64_t m_now = 0;
    std::uint64_t m_sequence = 0;
};

} // namespace streamscope
