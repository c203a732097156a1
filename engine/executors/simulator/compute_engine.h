// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/event_queue.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace streamscope {

/// The SMs of a simulated device and the hardware queues in front of them. Rules H1–H5, X1, A1, A2 of the scheduling
/// notes: streams share queues, a queue is served in issue order and its head blocks those behind it, a kernel takes
/// the part of the SMs that it fills, and no kernel passes one that waits for SMs.
class ComputeEngine
{
public:
    ComputeEngine(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events);

    std::function<bool(std::int32_t operation)> isReady; ///< its stream has reached it
    std::function<void(std::int32_t operation)> started;
    std::function<void(std::int32_t operation)> finished;

    void enqueue(std::int32_t operation); ///< the host issued a kernel or a memset
    void dispatch();                      ///< something became ready or free
    void begin(std::int32_t operation);   ///< a KernelStarts event arrived
    void end(std::int32_t operation);     ///< a KernelEnds event arrived

private:
    std::int32_t pick() const;

    const DeviceProfile &m_profile;
    const Program &m_program;
    const CostModel &m_costs;
    EventQueue &m_events;
    std::vector<std::deque<std::int32_t>> m_queues;
    double m_usedShare = 0;
    int m_resident = 0;
};

} // namespace streamscope
