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
    explicit RankClock(const Program &program)
        : m_hostNs(static_cast<std::size_t>(program.threadCount()), 0), m_streams(program.streams.size()),
          m_eventNs(program.events.size(), 0)
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

private:
    struct Stream
    {
        std::int64_t readyNs = 0, endNs = 0;
    };

    std::int64_t awaitedNs(const Operation &sync) const;

    std::vector<std::int64_t> m_hostNs; ///< by thread
    std::vector<Stream> m_streams;
    std::vector<std::int64_t> m_eventNs;
};

/// When the last of all ranks launched a collective, by the time that this rank's kernel waited.
struct LastRank
{
    std::int64_t ns = 0; ///< by RankClock; where the kernel did not wait, its start
    /// How much later that was than this rank's launch. 0 where the kernel waited for less than a quarter of its own
    /// time, and where something else than this rank's host decided when it began: the other ranks' GPUs may be what is
    /// late.
    std::int64_t lateNs = 0;
};

/// By unit.
std::vector<LastRank> lastRanksOf(const Program &program, const std::vector<CollectiveUnit> &units,
                                  const CollectiveTimes &times);

} // namespace streamscope
