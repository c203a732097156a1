// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/hardware_queues.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Rule H6: where queues cause no false dependencies, each stream has its own (0). Rule Q1: so do the nodes of a graph,
/// which follow its edges. The Program may ask for another number than the device has by itself (rule H1).
int hardwareQueueCount(const DeviceProfile &profile, const Program &program)
{
    if (!profile.compute.queueDependencies || program.submission == Submission::Graph)
        return 0;
    return program.connections > 0 ? program.connections : profile.compute.hardwareQueues;
}

bool usesPool(const Operation &operation)
{
    return operation.stream >= 0 && (operation.kind == OperationKind::Alloc || operation.kind == OperationKind::Free);
}

/// By operation: whether the one before it in its stream takes memory from a pool or gives it back.
std::vector<bool> behindMemory(const Program &program)
{
    std::vector<bool> behind;
    if (std::none_of(program.operations.begin(), program.operations.end(), usesPool))
        return behind;
    std::vector<std::uint8_t> memoryLast(program.streams.size(), 0);
    behind.reserve(program.operations.size());
    for (const Operation &operation : program.operations) {
        behind.push_back(operation.stream >= 0 && memoryLast[operation.stream] != 0);
        if (operation.stream >= 0)
            memoryLast[operation.stream] = usesPool(operation) ? 1 : 0;
    }
    return behind;
}

} // namespace

HardwareQueues::HardwareQueues(const DeviceProfile &profile, const Program &program, OperationStates &states)
    : m_program(program), m_pool(hardwareQueueCount(profile, program), program.streams.size()),
      m_queues(m_pool.channels(program.streams.size())), m_waiting(states), m_behindMemory(behindMemory(program))
{
    if (profile.copies.semaphoreRetryNs <= 0)
        return;
    std::vector<std::uint8_t> copyLast(program.streams.size(), 0);
    m_behindCopy.reserve(program.operations.size());
    for (const Operation &operation : program.operations) {
        m_behindCopy.push_back(operation.stream >= 0 ? copyLast[operation.stream] != 0 : false);
        if (operation.stream >= 0 && operation.kind != OperationKind::EventRecord)
            copyLast[operation.stream] = isCopy(operation.kind) ? 1 : 0;
    }
}

bool HardwareQueues::otherWorkBeside(std::int32_t operation, const Dependencies &dependencies) const
{
    const Queue &own = m_queues[placeOf(operation).queue];
    return std::any_of(m_queues.begin(), m_queues.end(), [&](const Queue &queue) {
        return &queue != &own && queue.first >= 0 && (!m_behindCopy[queue.first] || dependencies.isReady(queue.first));
    });
}

bool HardwareQueues::othersAwaitCopies(std::int32_t operation, const Dependencies &dependencies) const
{
    const Queue &own = m_queues[placeOf(operation).queue];
    return std::any_of(m_queues.begin(), m_queues.end(), [&](const Queue &queue) {
        return &queue != &own && queue.first >= 0 && m_behindCopy[queue.first] && !dependencies.isReady(queue.first);
    });
}

void HardwareQueues::push(std::int32_t operation, bool waits)
{
    const std::int32_t place = m_waiting.enter(operation);
    m_places.resize(m_waiting.size());
    m_places[place] = {m_pool.take(m_program.operations[operation].stream, waits), -1};
    Queue &queue = m_queues[m_places[place].queue];
    (queue.last >= 0 ? m_places[m_waiting.of(queue.last)].next : queue.first) = operation;
    queue.last = operation;
}

int HardwareQueues::waitingBeside(std::int32_t operation) const
{
    const Queue &own = m_queues[placeOf(operation).queue];
    return static_cast<int>(std::count_if(m_queues.begin(), m_queues.end(),
                                          [&](const Queue &queue) { return &queue != &own && queue.first >= 0; }));
}

std::int32_t HardwareQueues::onlyOneBeside(std::int32_t operation) const
{
    const Queue &own = m_queues[placeOf(operation).queue];
    std::int32_t only = -1;
    for (const Queue &queue : m_queues) {
        if (&queue == &own || queue.first < 0)
            continue;
        if (only >= 0)
            return -1;
        only = queue.first;
    }
    return only;
}

std::int32_t HardwareQueues::pop(std::int32_t operation)
{
    Queue &queue = m_queues[placeOf(operation).queue];
    const std::int32_t removed = queue.first;
    queue.first = placeOf(removed).next;
    m_waiting.leave(removed);
    if (queue.first < 0)
        queue.last = -1;
    return queue.first;
}

} // namespace streamscope
