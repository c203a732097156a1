// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/compute_engine.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr double shareTolerance = 1e-9; // shares are sums of quotients

/// Rule H6: where queues cause no false dependencies, each stream has its own (0). Rule Q1: so do the nodes of a graph,
/// which follow its edges. The Program may ask for another number than the device has by itself (rule H1).
int hardwareQueueCount(const DeviceProfile &profile, const Program &program)
{
    if (!profile.compute.queueDependencies || program.submission == Submission::Graph)
        return 0;
    return program.connections > 0 ? program.connections : profile.compute.hardwareQueues;
}

int residentLimit(const DeviceProfile &profile)
{
    return profile.info.concurrentKernels ? profile.compute.maxResidentKernels : 1;
}

} // namespace

HardwareQueues::HardwareQueues(const DeviceProfile &profile, const Program &program)
    : m_program(program), m_pool(hardwareQueueCount(profile, program), program.streams.size()),
      m_queues(m_pool.channels(program.streams.size())), m_places(program.operations.size())
{}

void HardwareQueues::push(std::int32_t operation, bool waits)
{
    Place &place = m_places[operation];
    place.queue = m_pool.take(m_program.operations[operation].stream, waits);
    Queue &queue = m_queues[place.queue];
    (queue.last >= 0 ? m_places[queue.last].next : queue.first) = operation;
    queue.last = operation;
}

int HardwareQueues::waitingBeside(std::int32_t operation, const Dependencies &dependencies) const
{
    const Queue &own = m_queues[m_places[operation].queue];
    return static_cast<int>(std::count_if(m_queues.begin(), m_queues.end(), [&](const Queue &queue) {
        return &queue != &own && queue.first >= 0 && !dependencies.isReady(queue.first);
    }));
}

std::int32_t HardwareQueues::pop(std::int32_t operation)
{
    Queue &queue = m_queues[m_places[operation].queue];
    queue.first = m_places[queue.first].next;
    if (queue.first < 0)
        queue.last = -1;
    return queue.first;
}

ComputeEngine::ComputeEngine(const DeviceProfile &profile, const Program &program, const CostModel &costs,
                             EventQueue &events, const Dependencies &dependencies, EngineListener &listener, int device)
    : m_profile(profile), m_program(program), m_costs(costs), m_events(events), m_dependencies(dependencies),
      m_listener(listener), m_device(device), m_gap(wholeNs(profile.compute.blockGapNs)),
      m_multiprocessors(profile.info), m_hardwareQueues(profile, program)
{}

void ComputeEngine::enqueue(std::int32_t operation)
{
    m_hardwareQueues.push(operation, !m_dependencies.waitsForCallOnly(operation));
}

void ComputeEngine::becameReady(std::int32_t operation)
{
    if (m_hardwareQueues.front(operation) == operation)
        enter(operation);
}

/// Rule D1. A copy engine's signal takes longer than what compute knows itself.
std::int64_t ComputeEngine::startDelay(std::int32_t operation) const
{
    const DeviceProfile::Compute &compute = m_profile.compute;
    if (m_profile.unitNs <= 0 && m_program.submission == Submission::Graph)
        return wholeNs(compute.graphNodeNs);
    const bool behindCopy = m_lastCopyEnd == m_events.now();
    double delay = behindCopy ? compute.kernelStartNs : compute.queuedKernelStartNs;
    if (compute.waitingQueueNs > 0 && (behindCopy || m_lastEnd == m_events.now()))
        delay += compute.waitingQueueNs * m_hardwareQueues.waitingBeside(operation, m_dependencies);
    return wholeNs(delay);
}

void ComputeEngine::enter(std::int32_t operation)
{
    const std::int64_t delay = startDelay(operation);
    if (delay > 0)
        m_events.schedule(m_events.now() + delay, SimulatedEventType::KernelQueued, operation);
    else
        joinQueue(operation);
}

void ComputeEngine::joinQueue(std::int32_t operation)
{
    const std::int32_t slot = takeKernel();
    Kernel &kernel = m_kernels[slot];
    kernel = Kernel{};
    kernel.operation = operation;
    kernel.demand = m_costs.kernelDemand(operation, m_multiprocessors);
    kernel.unplaced = kernel.demand.blocks;
    const Stream &stream = m_program.streams[m_program.operations[operation].stream];
    const Place place{stream.priority, m_turn++, slot};
    if (m_claiming >= 0 && !m_waiting.empty() && m_waiting.front() < place)
        cutClaims(); // it is more urgent than the kernel whose waves follow each other
    m_waiting.push_back(place);
    std::push_heap(m_waiting.begin(), m_waiting.end());
}

void ComputeEngine::dispatch()
{
    while (!m_waiting.empty()) {
        const std::int32_t kernel = m_waiting.front().kernel;
        if (kernel == m_blocked)
            return;
        if (!placeBlocks(kernel)) {
            m_blocked = kernel;
            return; // X1: nothing passes the kernel that waits
        }
    }
}

/// Places blocks of the first kernel of the queue. True when that was the last of them.
bool ComputeEngine::placeBlocks(std::int32_t slot)
{
    const std::int64_t most = mayPlace(m_kernels[slot]);
    if (most <= 0)
        return false;
    const std::int32_t index = takeBatch();
    Batch &batch = m_batches[index];
    Kernel &kernel = m_kernels[slot];
    batch.placement.clear();
    batch.kernel = slot;
    batch.waves = 1;
    batch.blocks = m_multiprocessors.place(kernel.demand.shape, most, batch.placement);
    if (batch.blocks == 0) {
        m_freeBatches.push_back(index);
        return false;
    }
    if (!kernel.resident)
        start(kernel);
    kernel.unplaced -= batch.blocks;
    ++kernel.running;
    ++m_running;
    m_throughput[static_cast<std::size_t>(kernel.demand.unit)] +=
        kernel.demand.throughput * static_cast<double>(batch.blocks);
    run(index, kernel, m_running == 1);
    if (kernel.unplaced > 0)
        return false;
    allPlaced(kernel);
    return true;
}

/// Blocks of a kernel that may be placed, if they fit.
std::int64_t ComputeEngine::mayPlace(const Kernel &kernel) const
{
    if (!kernel.resident && m_resident >= residentLimit(m_profile))
        return 0;
    if (kernel.demand.throughput <= 0)
        return kernel.unplaced;
    const double left =
        (1 - m_throughput[static_cast<std::size_t>(kernel.demand.unit)] + shareTolerance) / kernel.demand.throughput;
    return std::min(kernel.unplaced, static_cast<std::int64_t>(std::min(left, 1e15)));
}

void ComputeEngine::start(Kernel &kernel)
{
    kernel.resident = true;
    ++m_resident;
    m_listener.started(kernel.operation, firstInstruction());
}

/// When blocks that are placed now begin: a little later where they follow others. All that follow at one time keep one
/// pace, whatever their kernels; otherwise the waves would fall into ever more pieces.
std::int64_t ComputeEngine::firstInstruction() const
{
    return m_events.now() + (m_lastEnd == m_events.now() ? m_gap : 0);
}

/// `alone`: no other batch runs, so that nothing but a more urgent kernel can get between the waves.
void ComputeEngine::run(std::int32_t index, Kernel &kernel, bool alone)
{
    if (join(index, kernel))
        return;
    Batch &batch = m_batches[index];
    kernel.youngest = index;
    kernel.youngestStart = m_events.now();
    batch.start = firstInstruction();
    batch.waves = 1;
    if (alone && !blocksEnded && kernel.unplaced > 0 && m_waiting.front().kernel == batch.kernel) {
        claimWaves(batch, kernel);
        m_claiming = batch.waves > 1 ? index : -1;
    }
    scheduleEnd(index, kernel);
}

/// Blocks of one kernel that start at one time become one batch: otherwise every change from kernel to kernel would cut
/// the waves of all later ones into more pieces.
bool ComputeEngine::join(std::int32_t index, Kernel &kernel)
{
    if (kernel.youngestStart != m_events.now() || kernel.demand.blockNs == 0) // else it has ended already
        return false;
    if (kernel.youngest == m_claiming)
        cutClaims();
    Batch &joined = m_batches[kernel.youngest];
    const Batch &added = m_batches[index];
    joined.placement.insert(joined.placement.end(), added.placement.begin(), added.placement.end());
    joined.blocks += added.blocks;
    m_freeBatches.push_back(index);
    --kernel.running;
    --m_running;
    return true;
}

/// The waves that are sure to follow this one as they are become part of it; the last of all does not, because with it
/// the kernel leaves the queue.
void ComputeEngine::claimWaves(Batch &batch, Kernel &kernel) const
{
    const std::int64_t full = kernel.unplaced / batch.blocks;
    const std::int64_t more = kernel.unplaced % batch.blocks == 0 ? full - 1 : full;
    if (more <= 0)
        return;
    batch.waves += more;
    kernel.unplaced -= more * batch.blocks;
}

/// What runs now runs to its end, but the waves behind it are up for competition again.
void ComputeEngine::cutClaims()
{
    Batch &batch = m_batches[m_claiming];
    Kernel &kernel = m_kernels[batch.kernel];
    const std::int64_t pace = std::max<std::int64_t>(kernel.demand.blockNs + m_gap, 1);
    const std::int64_t begun =
        std::min(batch.waves, std::max<std::int64_t>(m_events.now() - batch.start, 0) / pace + 1);
    kernel.unplaced += (batch.waves - begun) * batch.blocks;
    batch.waves = begun;
    scheduleEnd(m_claiming, kernel);
    m_claiming = -1;
}

void ComputeEngine::scheduleEnd(std::int32_t index, const Kernel &kernel)
{
    Batch &batch = m_batches[index];
    const auto waves = static_cast<double>(batch.waves); // their product may be anything
    const std::int64_t length =
        wholeNs(waves * static_cast<double>(kernel.demand.blockNs) + (waves - 1) * static_cast<double>(m_gap));
    m_events.schedule(batch.start + length, SimulatedEventType::BlocksEnd, index, ++batch.generation, m_device);
}

/// Rule H4: the next of its hardware queue has its turn.
void ComputeEngine::allPlaced(const Kernel &kernel)
{
    const std::int32_t operation = kernel.operation; // entering may move the kernels
    std::pop_heap(m_waiting.begin(), m_waiting.end());
    m_waiting.pop_back();
    m_blocked = -1;
    const std::int32_t next = m_hardwareQueues.pop(operation);
    if (next >= 0 && m_dependencies.isReady(next))
        enter(next);
}

void ComputeEngine::blocksEnd(std::int32_t index, std::uint32_t generation)
{
    Batch &batch = m_batches[index];
    if (generation != batch.generation)
        return;
    const std::int32_t slot = batch.kernel;
    Kernel &kernel = m_kernels[slot];
    m_lastEnd = m_events.now();
    if (index == m_claiming)
        m_claiming = -1;
    if (blocksEnded)
        blocksEnded(kernel.operation, kernel.demand, batch.placement);
    if (repeatBatch(index, kernel))
        return;
    m_multiprocessors.release(kernel.demand.shape, batch.placement);
    double &taken = m_throughput[static_cast<std::size_t>(kernel.demand.unit)];
    taken = std::max(0.0, taken - kernel.demand.throughput * static_cast<double>(batch.blocks));
    m_freeBatches.push_back(index);
    m_blocked = -1;
    --m_running;
    if (--kernel.running == 0 && kernel.unplaced == 0)
        end(slot);
}

/// The short way for waves: the first of the queue gives the room of its ended blocks to as many of its next ones.
bool ComputeEngine::repeatBatch(std::int32_t index, Kernel &kernel)
{
    const Batch &batch = m_batches[index];
    if (kernel.unplaced == 0 || m_waiting.front().kernel != batch.kernel || batch.blocks > kernel.unplaced)
        return false;
    kernel.unplaced -= batch.blocks;
    run(index, kernel, m_running == 1);
    if (kernel.unplaced == 0)
        allPlaced(kernel);
    return true;
}

void ComputeEngine::end(std::int32_t slot)
{
    --m_resident;
    if (m_running == 0)
        m_throughput = {}; // sums of quotients leave crumbs
    m_freeKernels.push_back(slot);
    m_listener.finished(m_kernels[slot].operation);
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

std::int32_t ComputeEngine::takeKernel()
{
    if (m_freeKernels.empty()) {
        m_freeKernels.push_back(static_cast<std::int32_t>(m_kernels.size()));
        m_kernels.emplace_back();
    }
    const std::int32_t kernel = m_freeKernels.back();
    m_freeKernels.pop_back();
    return kernel;
}

} // namespace streamscope
