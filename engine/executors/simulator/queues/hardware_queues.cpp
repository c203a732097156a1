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

} // namespace

HardwareQueues::HardwareQueues(const DeviceProfile &profile, const Program &program, OperationStates &states)
    : m_program(program),
      m_pool(hardwareQueueCount(profile, program), program.streams.size(), program.traced.has_value()),
      m_queues(m_pool.channels(program.streams.size())), m_waiting(states)
{
    if (!profile.copies.waitsForLooks() && profile.copies.queuedStartNs <= 0 && profile.pool.releaseNs <= 0)
        return;
    enum Last : std::uint8_t { Other, Copy, Memory };
    std::vector<Last> lastOf(program.streams.size(), Other); // by stream
    bool usesPools = false;
    m_behindCopy.reserve(program.operations.size());
    m_behindMemory.reserve(program.operations.size());
    for (const Operation &operation : program.operations) { // one walk: a Program may have ten million operations
        const Last last = operation.stream >= 0 ? lastOf[operation.stream] : Other;
        m_behindCopy.push_back(last == Copy);
        m_behindMemory.push_back(last == Memory);
        if (operation.stream < 0 || operation.kind == OperationKind::EventRecord)
            continue;
        const bool pool = usesPool(operation);
        usesPools = usesPools || pool;
        lastOf[operation.stream] = pool ? Memory : isCopy(operation.kind) ? Copy : Other;
    }
    if (!usesPools)
        m_behindMemory.clear();
}

bool HardwareQueues::otherWorkBeside(std::int32_t operation, const Dependencies &dependencies) const
{
    const Queue &own = m_queues[placeOf(operation).queue];
    return std::any_of(m_queues.begin(), m_queues.end(), [&](const Queue &queue) {
        return &queue != &own && queue.first >= 0 && (!m_behindCopy[queue.first] || dependencies.isReady(queue.first));
    });
}

bool HardwareQueues::awaitsCopy(const Queue &queue, const Dependencies &dependencies) const
{
    return queue.first >= 0 && m_behindCopy[queue.first] && !dependencies.isReady(queue.first);
}

bool HardwareQueues::othersAwaitCopies(std::int32_t operation, const Dependencies &dependencies) const
{
    const Queue &own = m_queues[placeOf(operation).queue];
    return std::any_of(m_queues.begin(), m_queues.end(),
                       [&](const Queue &queue) { return &queue != &own && awaitsCopy(queue, dependencies); });
}

bool HardwareQueues::awaitCopies(const Dependencies &dependencies) const
{
    return !m_behindCopy.empty() && std::any_of(m_queues.begin(), m_queues.end(), [&](const Queue &queue) {
        return awaitsCopy(queue, dependencies);
    });
}

void HardwareQueues::push(std::int32_t operation, bool waits, std::int64_t now)
{
    const std::int32_t place = m_waiting.enter(operation);
    m_places.resize(m_waiting.size());
    m_places[place] = {m_pool.take(m_program.operations[operation].stream, waits), -1, -1, -1};
    Queue &queue = m_queues[m_places[place].queue];
    if (queue.first < 0)
        m_places[place].cameFirstAt = now;
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
    m_lastLeft = queueOf(operation);
    Queue &queue = m_queues[m_lastLeft];
    const std::int32_t removed = queue.first;
    queue.first = placeOf(removed).next;
    m_waiting.leave(removed);
    if (queue.first < 0)
        queue.last = -1;
    return queue.first;
}

} // namespace streamscope
