// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/simulator/queues/channel_pool.h"
#include "engine/executors/simulator/queues/dependencies.h"
#include "engine/executors/simulator/queues/operation_states.h"
#include "engine/executors/simulator/queues/waiting_places.h"
#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// Hardware queues that streams share. The head of a queue blocks the kernels behind it until all its blocks are placed
/// (rules H1–H6, F2–F4 of the scheduling notes). ChannelPool assigns queues to streams. The queues are linked lists in
/// one array.
class HardwareQueues
{
public:
    HardwareQueues(const DeviceProfile &profile, const Program &program, OperationStates &states);

    /// `waits`: the stream has not reached the kernel. A kernel that need not wait leaves its queue to the next stream:
    /// on an H200, kernels issued after their copies had ended shared the queue of the next kernel.
    void push(std::int32_t operation, bool waits, std::int64_t now);
    /// When it was pushed, if its queue was empty then; else −1.
    std::int64_t cameFirstAt(std::int32_t operation) const { return placeOf(operation).cameFirstAt; }
    /// Another queue than that of `operation` had the last kernel that left one.
    bool lastLeftOther(std::int32_t operation) const { return m_lastLeft >= 0 && m_lastLeft != queueOf(operation); }
    /// The number of other queues that have a kernel.
    int waitingBeside(std::int32_t operation) const;
    /// What stands first in the only other queue that has a kernel; −1 where there is none or several.
    std::int32_t onlyOneBeside(std::int32_t operation) const;
    /// Whether another queue has a kernel that does not wait for a copy of its own stream.
    bool otherWorkBeside(std::int32_t operation, const Dependencies &dependencies) const;
    /// Whether a queue's kernel waits for a copy of its own stream.
    bool awaitCopies(const Dependencies &dependencies) const;
    /// Whether another queue's kernel does.
    bool othersAwaitCopies(std::int32_t operation, const Dependencies &dependencies) const;
    /// An allocation or a free of a pool is the last before it in its stream.
    bool isBehindMemory(std::int32_t operation) const { return !m_behindMemory.empty() && m_behindMemory[operation]; }
    std::size_t count() const { return m_queues.size(); }
    bool areShared() const { return m_queues.size() < m_program.streams.size(); } ///< by streams
    std::int32_t queueOf(std::int32_t operation) const { return placeOf(operation).queue; }
    std::int32_t front(std::int32_t operation) const { return m_queues[placeOf(operation).queue].first; }
    /// The stream has reached the kernel, at its front or not.
    void becameReady(std::int32_t operation, std::int64_t now) { m_places[m_waiting.of(operation)].readyAt = now; }
    std::int64_t readyAt(std::int32_t operation) const { return placeOf(operation).readyAt; }
    /// Removes the front of the queue of `operation`; returns the new front, −1 for none.
    std::int32_t pop(std::int32_t operation);

private:
    struct Queue
    {
        std::int32_t first = -1, last = -1;
    };
    struct Place
    {
        std::int32_t queue = -1, next = -1;
        std::int64_t cameFirstAt = -1, readyAt = -1;
    };
    const Place &placeOf(std::int32_t operation) const { return m_places[m_waiting.of(operation)]; }
    bool awaitsCopy(const Queue &queue, const Dependencies &dependencies) const;
    const Program &m_program;
    ChannelPool m_pool;
    std::vector<Queue> m_queues;
    std::int32_t m_lastLeft = -1; ///< the queue that a kernel left last
    WaitingPlaces m_waiting;
    std::vector<Place> m_places;      ///< by waiting place
    std::vector<bool> m_behindMemory; ///< by operation; empty where no stream allocates
    std::vector<bool> m_behindCopy;   ///< by operation: a copy is the last before it in its stream that works
};

} // namespace streamscope
