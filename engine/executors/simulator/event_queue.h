// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace streamscope {

/// The type of the next step of a simulated run. `id` is an operation, an engine for CopyStep, a batch of blocks for
/// BlocksEnd, a host thread for HostContinues.
enum class SimulatedEventType : std::uint8_t {
    HostContinues,
    CallReturns,
    GateOpens,
    StreamReleased,
    CopyStep,
    KernelQueued,
    QueueVisited,
    BlocksEnd,
    CollectivePlaced,
    OperationEnds,
};

struct SimulatedEvent
{
    std::int64_t time = 0;
    std::int64_t scheduledAt = 0; ///< orders events of equal time, so that every run is the same
    std::uint64_t sequence = 0;   ///< orders events scheduled at the same time
    std::int32_t id = 0;
    std::uint32_t generation = 0; ///< of a CopyStep: an outdated step is ignored
    std::int32_t device = 0;      ///< BlocksEnd, QueueVisited
    SimulatedEventType type = SimulatedEventType::HostContinues;
};

/// The clock of a simulated run: returns the scheduled events in order of time.
class EventQueue
{
public:
    EventQueue() { m_queue.reserve(64); }

    std::int64_t now() const { return m_now; }
    bool empty() const { return m_queue.empty(); }
    std::uint64_t scheduled() const { return m_sequence; }

    /// @throws RunError for a time beyond maxSimulatedNs.
    void schedule(std::int64_t time, SimulatedEventType type, std::int32_t id, std::uint32_t generation = 0,
                  std::int32_t device = 0)
    {
        if (time > maxSimulatedNs)
            refuseSimulatedTime();
        m_queue.push_back({time, m_now, m_sequence++, id, generation, device, type});
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

    /// The earliest time of an event for which `counts` is true; maxSimulatedNs without any.
    template <typename Counts>
    std::int64_t earliest(Counts counts) const
    {
        std::int64_t time = maxSimulatedNs;
        for (const SimulatedEvent &event : m_queue)
            if (event.time < time && counts(event))
                time = event.time;
        return time;
    }

    /// Delays each event by delayOf(event), as if it had been scheduled that much later.
    template <typename DelayOf>
    void putOff(DelayOf delayOf)
    {
        for (SimulatedEvent &event : m_queue) {
            const std::int64_t delay = delayOf(event);
            event.time += delay;
            event.scheduledAt += delay;
        }
        std::make_heap(m_queue.begin(), m_queue.end(), Later());
    }

private:
    struct Later
    {
        bool operator()(const SimulatedEvent &a, const SimulatedEvent &b) const
        {
            return std::tie(a.time, a.scheduledAt, a.sequence) > std::tie(b.time, b.scheduledAt, b.sequence);
        }
    };
    std::vector<SimulatedEvent> m_queue;
    std::int64_t m_now = 0;
    std::uint64_t m_sequence = 0;
};

} // namespace streamscope
