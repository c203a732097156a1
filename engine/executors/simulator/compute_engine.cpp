// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/compute_engine.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {
constexpr double shareTolerance = 1e-9; // shares are sums of quotients
}

ComputeEngine::ComputeEngine(const DeviceProfile &profile, const Program &program, const CostModel &costs,
                             EventQueue &events)
    : m_profile(profile), m_program(program), m_costs(costs), m_events(events), m_queues(profile.compute.hardwareQueues)
{}

void ComputeEngine::enqueue(std::int32_t operation)
{
    const auto stream = static_cast<std::size_t>(m_program.operations[operation].stream);
    m_queues[stream % m_queues.size()].push_back(operation);
}

/// The queue whose head goes first: the most urgent, then the one issued first; −1 when no head is ready.
std::int32_t ComputeEngine::pick() const
{
    std::int32_t best = -1;
    for (std::size_t i = 0; i < m_queues.size(); ++i) {
        if (m_queues[i].empty() || !isReady(m_queues[i].front()))
            continue;
        const auto urgency = [this](std::size_t queue) {
            const std::int32_t operation = m_queues[queue].front();
            return std::pair(m_program.streams[m_program.operations[operation].stream].priority, operation);
        };
        if (best < 0 || urgency(i) < urgency(static_cast<std::size_t>(best)))
            best = static_cast<std::int32_t>(i);
    }
    return best;
}

void ComputeEngine::dispatch()
{
    for (std::int32_t queue = pick(); queue >= 0; queue = pick()) {
        const std::int32_t operation = m_queues[queue].front();
        const double share = m_costs.kernelShare(m_program.operations[operation]);
        if (m_resident >= m_profile.compute.maxResidentKernels || m_usedShare + share > 1 + shareTolerance)
            return; // X1: nothing passes the kernel that waits
        m_queues[queue].pop_front();
        m_usedShare += share;
        ++m_resident;
        const std::int64_t delay = std::llround(m_profile.compute.kernelStartNs);
        if (delay > 0)
            m_events.schedule(m_events.now() + delay, SimulatedEventType::KernelStarts, operation);
        else
            begin(operation);
    }
}

void ComputeEngine::begin(std::int32_t operation)
{
    started(operation);
    m_events.schedule(m_events.now() + m_costs.kernelNs(m_program.operations[operation]),
                      SimulatedEventType::KernelEnds, operation);
}

void ComputeEngine::end(std::int32_t operation)
{
    m_usedShare = std::max(0.0, m_usedShare - m_costs.kernelShare(m_program.operations[operation]));
    --m_resident;
    finished(operation);
}

} // namespace streamscope
