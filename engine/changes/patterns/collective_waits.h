// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/patterns/collective_launches.h"
#include "engine/changes/patterns/collective_times.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// When the host comes to each operation of a rank, and its kernels run. A plain model: copies take no time, and
/// kernels have their own time beside others.
class RankClock
{
public:
    /// `profile`: of the device, whose SMs decide how often blocks of a kernel take each other's place; null: once.
    RankClock(const Program &program, const DeviceProfile *profile)
        : m_profile(profile), m_hostNs(static_cast<std::size_t>(program.threadCount()), 0),
          m_streams(program.streams.size()), m_eventNs(program.events.size(), 0)
    {}

    struct Start
    {
        std::int64_t launchNs = 0; ///< the call returns
        std::int64_t readyNs = 0;  ///< what it needs is there: kernels that are no collectives, and awaited events
        std::int64_t ns = 0;       ///< it starts
    };
    /// The next operation of the Program, which takes the host `hostNs`. Its end is told by ends().
    Start next(const Operation &operation, std::int64_t hostNs);
    void ends(const Operation &operation, std::int64_t ns);
    /// How long a kernel of a trace takes by itself: all of its blocks.
    std::int64_t kernelNs(const Operation &kernel) const;

private:
    struct Stream
    {
        std::int64_t readyNs = 0, endNs = 0;
    };

    std::int64_t awaitedNs(const Operation &sync) const;

    const DeviceProfile *const m_profile;
    std::vector<std::int64_t> m_hostNs; ///< by thread
    std::vector<Stream> m_streams;
    std::vector<std::int64_t> m_eventNs;
};

/// How late the other ranks are to the collectives of one rank's trace, by the times that its kernels waited.
class LateRanks
{
public:
    LateRanks(const Program &program, const DeviceProfile *profile, const std::vector<CollectiveUnit> &units,
              const CollectiveLaunches &launches, const CollectiveTimes &times);

    /// This rank's host decided when the collective started. Else the other ranks' GPUs may be what is late.
    bool byHost(std::int32_t unit) const { return m_byHost[static_cast<std::size_t>(unit)]; }
    /// How much later than this rank's the last rank launches the collective at `place` of a burst. A slower host is
    /// later by as much with each launch, the usual of the burst: one pause of it, and what the ranks began the trace
    /// apart, were there once and say nothing of the next run.
    std::int64_t ns(std::size_t burst, std::size_t place) const
    {
        return static_cast<std::int64_t>(place + 1) * m_eachNs[burst];
    }

    /// How late it came to one of the first `count` collectives of a burst, at most.
    std::int64_t seenNs(std::size_t burst, std::size_t count) const;

private:
    static constexpr std::int64_t unknown = -1;

    static std::int64_t usualGrowthNs(const std::vector<std::int64_t> &lateNs);

    std::vector<bool> m_byHost;                      ///< by unit
    std::vector<std::vector<std::int64_t>> m_lateNs; ///< by burst, by place: 0 where the kernel did not wait
    std::vector<std::int64_t> m_eachNs;              ///< by burst
};

} // namespace streamscope
