// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/simulator/queues/hardware_queues.h"
#include "engine/program/program.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace streamscope {

/// The order in which the front end of a device starts kernels that are ready in several hardware queues: it visits one
/// queue after the other, starts all that is ready there, and needs a time for each visit and for each kernel. Seen in
/// the kernels' own stamps on an H100 and on H200s (docs/measurements/channels.md, 7).
class QueueVisits
{
public:
    /// Where streams share the queues.
    struct Sharing
    {
        bool drains = false;     ///< the front end is done with a queue before it goes to the next one
        std::int32_t first = -1; ///< the queue with which it begins; −1: the one that is ready first
    };

    /// `visitNs`: from one queue to another; `kernelNs`: from kernel to kernel.
    QueueVisits(std::int64_t visitNs, std::int64_t kernelNs, Sharing sharing)
        : m_visitNs(visitNs), m_kernelNs(kernelNs), m_drains(sharing.drains), m_queue(sharing.first)
    {}

    bool isNeeded() const { return m_visitNs > 0; }
    /// A kernel that waits for SMs holds the front end at its queue.
    bool drainsQueues() const { return isNeeded() && m_drains; }

    /// `operation`, the head of `queue`, may start from `time` on, its stream has reached it at `since`, and it takes
    /// `moreNs` more than other kernels.
    void add(std::int64_t time, std::int64_t since, std::int32_t operation, std::int32_t queue, std::int64_t moreNs)
    {
        m_ready.push_back({time, since, operation, queue, moreNs});
    }

    struct Next
    {
        std::int32_t operation = -1; ///< starts now; −1: none
        std::int64_t lookAt = -1;    ///< look again then; −1: when the next one is ready
    };

    /// What happens at `now`, which never goes back.
    Next next(std::int64_t now)
    {
        const auto found = firstReady(now);
        if (found == m_ready.end())
            return {};
        const bool isVisit = found->queue != m_queue || m_visited == never;
        if (!belongsToVisit(*found))
            m_since = now;
        const std::int64_t free =
            isVisit ? std::max(m_visited + m_visitNs, m_free + m_kernelNs * leavingTenths / 10) : m_free;
        if (now < free)
            return {-1, free};
        if (isVisit)
            m_visited = now;
        m_queue = found->queue;
        m_free = now + m_kernelNs + found->moreNs;
        const std::int32_t operation = found->operation;
        m_ready.erase(found);
        return {operation, m_ready.empty() ? -1 : m_free};
    }

private:
    struct Ready
    {
        std::int64_t time, since;
        std::int32_t operation, queue;
        std::int64_t moreNs;
    };

    /// What a stream reaches while its queue is being visited waits for the next visit.
    bool belongsToVisit(const Ready &ready) const
    {
        return ready.queue == m_queue && (!m_drains || m_since == never || ready.since <= m_since);
    }

    /// Of those that are ready: of the queue that is being visited, else the one that waits longest.
    std::vector<Ready>::iterator firstReady(std::int64_t now)
    {
        const auto rank = [this](const Ready &ready) { return std::tuple(!belongsToVisit(ready), ready.time); };
        auto first = m_ready.end();
        for (auto i = m_ready.begin(); i != m_ready.end(); ++i)
            if (i->time <= now && (first == m_ready.end() || rank(*i) < rank(*first)))
                first = i;
        return first;
    }

    static constexpr std::int64_t never = -1'000'000'000;
    /// From the last kernel of a queue to the first of the next passes more than from kernel to kernel: 0.57 us, where
    /// 13 kernels of one queue start 0.33 us apart (two H200s).
    static constexpr std::int64_t leavingTenths = 7;

    const std::int64_t m_visitNs, m_kernelNs;
    const bool m_drains;
    std::vector<Ready> m_ready;                      ///< at most one of each queue, in the order of their coming
    std::int32_t m_queue;                            ///< visited last, at m_visited
    std::int64_t m_visited = never, m_since = never; ///< that visit's own begin, also where the one before was to it
    std::int64_t m_free = never;                     ///< the next kernel may start
};

/// From one queue to the next: where streams share queues, the front end has fetched more of a queue than one kernel.
/// Rule Q1: a graph has no queues.
QueueVisits visitsOf(const DeviceProfile &profile, const Program &program, const HardwareQueues &queues);

} // namespace streamscope
