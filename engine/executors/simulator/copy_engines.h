// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/event_queue.h"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace streamscope {

/// The copy engines of a simulated device: one server per direction, or one for both, and one for copies inside the
/// device. Rules C1–C7 of the scheduling notes: copies of one direction never run at once; each direction slows the
/// other.
class CopyEngines
{
public:
    CopyEngines(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events);

    /// Told when an operation starts and when it is done.
    std::function<void(std::int32_t operation)> started;
    std::function<void(std::int32_t operation)> finished;

    /// The host issued a copy.
    void enqueue(std::int32_t operation);
    /// Its stream has reached a copy that was enqueued before. Each stream has at most one such copy.
    void becameReady(std::int32_t operation);
    /// Start what can start.
    void dispatch();
    /// A CopyStep event of engine `engine` arrived.
    void step(std::int32_t engine, std::uint32_t generation);

private:
    enum : std::int32_t { h2dServer, d2hServer, deviceServer, serverCount };

    /// One copy at a time: first its latency, then its bytes at a rate that may change on the way.
    struct Server
    {
        std::deque<std::int32_t> issued; ///< in issue order (CopyOrder::IssueOrder only)
        std::vector<std::int32_t> ready; ///< those that could start, at most one per stream
        std::int32_t active = -1;
        std::int32_t lastStream = -1;
        bool moving = false;    ///< past the latency
        double remainingNs = 0; ///< of the moving part, at full rate
        double rate = 1;        ///< of the full rate
        std::int64_t updatedAt = 0;
        std::uint32_t generation = 0;
    };

    std::int32_t serverOf(OperationKind kind) const;
    std::int32_t takeNext(Server &server);
    void start(std::int32_t index, std::int32_t operation);
    void updateRates();
    double rateOf(std::int32_t index) const;
    void schedule(std::int32_t index);

    const DeviceProfile &m_profile;
    const Program &m_program;
    const CostModel &m_costs;
    EventQueue &m_events;
    std::array<Server, serverCount> m_servers;
};

} // namespace streamscope
