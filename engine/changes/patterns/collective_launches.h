// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/patterns/collective_units.h"
#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// What the host does to launch the collectives of a Program. In a trace, its work before a collective was done for
/// that. Collectives of one thread that no wait of the host divides are a burst: the first launches of a burst find
/// cold caches, and each of the same kind makes it warmer for the next ones.
class CollectiveLaunches
{
public:
    CollectiveLaunches(const Program &program, const std::vector<CollectiveUnit> &units);

    /// Operations before the unit's launch, since the call before that is no event's.
    const std::vector<std::int32_t> &work(std::int32_t unit) const { return of(unit).work; }
    std::int64_t ns(std::int32_t unit) const { return of(unit).ns; }
    std::size_t burst(std::int32_t unit) const { return of(unit).burst; }
    std::size_t bursts() const { return m_bursts.size(); }
    std::size_t count(std::size_t burst) const { return m_bursts[burst].units.size(); }
    /// Of the unit's burst: the median.
    std::int64_t usualNs(std::int32_t unit) const { return usualNsOf(of(unit).burst); }
    std::int64_t usualNsOf(std::size_t burst) const { return m_bursts[burst].usualNs; }
    /// The unit at `place` of the unit's burst; the last one where that has fewer.
    std::int32_t unitAt(std::int32_t unit, std::size_t place) const;
    /// What the unit's launch takes as the launch at `place` of its burst.
    std::int64_t nsAt(std::int32_t unit, std::size_t place) const;
    /// What its call takes there.
    std::int64_t callNsAt(std::int32_t unit, std::size_t place) const;

private:
    struct Launch
    {
        std::vector<std::int32_t> work;
        std::int64_t ns = 0, callNs = 0;
        std::int64_t coldNs = 0;       ///< of ns: more than is usual behind such a call, up to twice that
        std::int64_t coldCallNs = 0;   ///< the same of callNs
        bool behindCollective = false; ///< the call before on the thread
        std::size_t burst = 0;
    };
    struct Burst
    {
        std::vector<std::int32_t> units;
        std::int64_t usualNs = 0;
    };

    const Launch &of(std::int32_t unit) const { return m_launches[static_cast<std::size_t>(unit)]; }
    void findWork(const Program &program, const std::vector<std::int32_t> &unitOf);
    void findBursts(const Program &program, const std::vector<std::int32_t> &unitOf);
    void findCold(Burst &burst);

    std::vector<Launch> m_launches; ///< by unit
    std::vector<Burst> m_bursts;
};

} // namespace streamscope
