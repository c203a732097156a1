// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/compute_engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr double shareTolerance = 1e-9; // shares are sums of quotients

/// Rule H6: where queues cause no false dependencies, each stream has its own.
std::size_t hardwareQueueCount(const DeviceProfile &profile, const Program &program)
{
    return profile.compute.queueDependencies ? static_cast<std::size_t>(profile.compute.hardwareQueues)
                                             : std::max<std::size_t>(program.streams.size(), 1);
}

int residentLimit(const DeviceProfile &profile)
{
    return profile.info.concurrentKernels ? profile.compute.maxResidentKernels : 1;
}

} // namespace

ComputeEngine::ComputeEngine(const DeviceProfile &profile, const Program &program, const CostModel &costs,
                             EventQueue &events)
    : m_profile(profile), m_program(program), m_costs(costs), m_events(events), m_multiprocessors(profile.info),
      m_hardwareQueues(hardwareQueueCount(profile, program))
{}

std::deque<std::int32_t> &ComputeEngine::hardwareQueueOf(std::int32_t operation)
{
    const auto stream = static_cast<std::size_t>(m_program.operations[operation].stream);
    return m_hardwareQueues[stream % m_hardwareQueues.size()];
}

void ComputeEngine::enqueue(std::int32_t operation)
{
    hardwareQueueOf(operation).push_back(operation);
}

void ComputeEngine::becameReady(std::int32_t operation)
{
    if (hardwareQueueOf(operation).front() == operation)
        enter(operation);
}

void ComputeEngine::enter(std::int32_t operation)
{
    const std::int64_t delay = std::llround(m_profile.compute.kernelStartNs);
    if (delay > 0)
        m_events.schedule(m_events.now() + delay, SimulatedEventType::KernelQueued, operation);
    else
        joinQueue(operation);
}

void ComputeEngine::joinQueue(std::int32_t operation)
{
    const Operation &what = m_program.operations[operation];
    Kernel kernel;
    kernel.demand = m_costs.kernelDemand(what, m_multiprocessors);
    kernel.unplaced = kernel.demand.blocks;
    m_kernels.emplace(operation, kernel);
    m_waiting.insert({m_program.streams[what.stream].priority, m_turn++, operation});
}

void ComputeEngine::dispatch()
{
    while (!m_waiting.empty()) {
        const std::int32_t operation = m_waiting.begin()->operation;
        if (operation == m_blocked)
            return;
        if (!placeBlocks(operation)) {
            m_blocked = operation;
            return; // X1: nothing passes the kernel that waits
        }
    }
}

/// Places blocks of the first kernel of the queue. True when that was the last of them.
bool ComputeEngine::placeBlocks(std::int32_t operation)
{
    Kernel &kernel = m_kernels.at(operation);
    Placement placement = findRoom(kernel);
    if (placement.empty())
        return false;
    if (!kernel.resident)
        start(operation, kernel);
    kernel.unplaced -= blockCount(placement);
    const std::int32_t batch = takeBatch();
    m_batches[batch] = {operation, std::move(placement)};
    ++kernel.running;
    run(batch, kernel);
    if (kernel.unplaced > 0)
        return false;
    allPlaced(operation);
    return true;
}

Placement ComputeEngine::findRoom(const Kernel &kernel)
{
    const KernelDemand &demand = kernel.demand;
    if (!kernel.resident && m_resident >= residentLimit(m_profile))
        return {};
    if (!demand.allAtOnce)
        return m_multiprocessors.place(demand.shape, kernel.unplaced);
    if (m_throughput + demand.throughput > 1 + shareTolerance)
        return {};
    return m_multiprocessors.placeAll(demand.shape, kernel.unplaced);
}

void ComputeEngine::start(std::int32_t operation, Kernel &kernel)
{
    kernel.resident = true;
    ++m_resident;
    m_throughput += kernel.demand.throughput;
    started(operation, firstInstruction());
}

/// When blocks that are placed now begin: a little later where they follow others. All that follow at one time keep one
/// pace, whatever their kernels; otherwise the waves would fall into ever more pieces.
std::int64_t ComputeEngine::firstInstruction() const
{
    const bool follows = m_lastEnd == m_events.now();
    return m_events.now() + (follows ? std::llround(m_profile.compute.blockGapNs) : 0);
}

/// Blocks of one kernel that start at one time become one batch: otherwise every change from kernel to kernel would cut
/// the waves of all later ones into more pieces.
void ComputeEngine::run(std::int32_t batch, Kernel &kernel)
{
    if (kernel.youngestStart == m_events.now() && kernel.demand.blockNs > 0) { // else it has ended already
        Placement &joined = m_batches[kernel.youngest].placement;
        const Placement &added = m_batches[batch].placement;
        joined.insert(joined.end(), added.begin(), added.end());
        m_freeBatches.push_back(batch);
        --kernel.running;
        return;
    }
    kernel.youngest = batch;
    kernel.youngestStart = m_events.now();
    m_events.schedule(firstInstruction() + kernel.demand.blockNs, SimulatedEventType::BlocksEnd, batch);
}

/// Rule H4: the next of its hardware queue has its turn.
void ComputeEngine::allPlaced(std::int32_t operation)
{
    m_waiting.erase(m_waiting.begin());
    m_blocked = -1;
    auto &queue = hardwareQueueOf(operation);
    queue.pop_front();
    if (!queue.empty() && isReady(queue.front()))
        enter(queue.front());
}

void ComputeEngine::blocksEnd(std::int32_t batch)
{
    const std::int32_t operation = m_batches[batch].operation;
    Kernel &kernel = m_kernels.at(operation);
    m_lastEnd = m_events.now();
    if (blocksEnded)
        blocksEnded(operation, kernel.demand, m_batches[batch].placement);
    if (repeatBatch(batch, kernel))
        return;
    m_multiprocessors.release(kernel.demand.shape, m_batches[batch].placement);
    m_freeBatches.push_back(batch);
    m_blocked = -1;
    if (--kernel.running == 0 && kernel.unplaced == 0)
        end(operation, kernel);
}

/// The short way for waves: the first of the queue gives the room of its ended blocks to as many of its next ones.
bool ComputeEngine::repeatBatch(std::int32_t batch, Kernel &kernel)
{
    const std::int32_t operation = m_batches[batch].operation;
    if (kernel.unplaced == 0 || m_waiting.begin()->operation != operation)
        return false;
    const std::int64_t blocks = blockCount(m_batches[batch].placement);
    if (blocks > kernel.unplaced)
        return false;
    kernel.unplaced -= blocks;
    run(batch, kernel);
    if (kernel.unplaced == 0)
        allPlaced(operation);
    return true;
}

void ComputeEngine::end(std::int32_t operation, const Kernel &kernel)
{
    --m_resident;
    m_throughput = std::max(0.0, m_throughput - kernel.demand.throughput);
    m_kernels.erase(operation);
    finished(operation);
}

std::int32_t ComputeEngine::takeBatch()
{
    if (m_freeBatches.empty()) {
        m_freeBatches.push_back(static_cast<std::int32_t>(m_batches.size()));
        m_batches.emplace_back();
    }
    const std::int32_t batch = m_freeBatches.back();
    m_freeBatches.pop_back();
    return batch;
}

} // namespace streamscope
