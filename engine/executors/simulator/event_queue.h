// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

namespace streamscope {

/// What a simulated run does next. `id` is an operation, an engine for CopyStep, a batch of blocks for BlocksEnd.
enum class SimulatedEventType : std::uint8_t { HostContinues, CallReturns, CopyStep, KernelQueued, BlocksEnd };

struct SimulatedEvent
{
    std::int64_t time = 0;
    std::uint64_t sequence = 0; ///< equal times: first scheduled, first served, so that every run is the same
    SimulatedEventType type = SimulatedEventType::HostContinues;
    std::int32_t id = 0;
    std::uint32_t generation = 0; ///< copy events: an outdated one is ignored
};

/// The clock of a simulated run: hands out what was scheduled in the order of time.
class EventQueue
{
public:
    std::int64_t now() const { return m_now; }
    bool empty() const { return m_queue.empty(); }

    void schedule(std::int64_t time, SimulatedEventType type, std::int32_t id, std::uint32_t generation = 0)
    {
        m_queue.push({time, m_sequence++, type, id, generation});
    }

    SimulatedEvent next()
    {
        const SimulatedEvent event = m_queue.top();
        m_queue.pop();
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
    std::priority_queue<SimulatedEvent, std::vector<SimulatedEvent>, Later> m_queue;
    std::int64_t m_now = 0;
    std::uint64_t m_sequence = 0;
};

} // namespace streamscope
