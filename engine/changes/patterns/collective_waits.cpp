// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/collective_waits.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/device/block_room.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

std::int64_t RankClock::awaitedNs(const Operation &sync) const
{
    if (sync.hasEvent())
        return m_eventNs[static_cast<std::size_t>(sync.event)];
    if (sync.stream >= 0)
        return m_streams[static_cast<std::size_t>(sync.stream)].endNs;
    std::int64_t ns = 0;
    for (const Stream &stream : m_streams)
        ns = std::max(ns, stream.endNs);
    return ns;
}

RankClock::Start RankClock::next(const Operation &operation, std::int64_t hostNs)
{
    std::int64_t &host = m_hostNs[static_cast<std::size_t>(operation.thread)];
    if (operation.kind == OperationKind::Sync)
        host = std::max(host, awaitedNs(operation));
    host += hostNs;
    if (operation.stream < 0 || operation.kind == OperationKind::Sync)
        return {host, host, host};
    Stream &stream = m_streams[static_cast<std::size_t>(operation.stream)];
    if (operation.kind == OperationKind::EventRecord && operation.hasEvent())
        m_eventNs[static_cast<std::size_t>(operation.event)] = stream.endNs;
    if (operation.kind == OperationKind::EventWait && operation.hasEvent()) {
        stream.readyNs = std::max(stream.readyNs, m_eventNs[static_cast<std::size_t>(operation.event)]);
        stream.endNs = std::max(stream.endNs, stream.readyNs);
    }
    return {host, stream.readyNs, std::max(host, stream.endNs)};
}

void RankClock::ends(const Operation &operation, std::int64_t ns)
{
    Stream &stream = m_streams[static_cast<std::size_t>(operation.stream)];
    stream.endNs = ns;
    if (!isCollectiveKernel(operation))
        stream.readyNs = ns;
}

std::int64_t RankClock::kernelNs(const Operation &kernel) const
{
    if (!m_profile)
        return kernel.durationNs;
    const KernelWork &work = kernel.kernel;
    const std::int64_t atOnce =
        blocksAtOnce(blockShape(work.block, work.sharedMemory, work.registers, m_profile->info), m_profile->info);
    return kernel.durationNs * std::max<std::int64_t>((std::int64_t{work.grid} + atOnce - 1) / atOnce, 1);
}

LateRanks::LateRanks(const Program &program, const DeviceProfile *profile, const std::vector<CollectiveUnit> &units,
                     const CollectiveLaunches &launches, const CollectiveTimes &times)
    : m_byHost(units.size(), false), m_lateNs(launches.bursts()), m_eachNs(launches.bursts(), 0)
{
    constexpr double notable = 0.25; // of a kernel's own time: less is no wait
    std::vector<std::int32_t> unitOf(program.operations.size(), -1);
    for (std::size_t u = 0; u < units.size(); ++u)
        unitOf[static_cast<std::size_t>(units[u].ranks.back())] = static_cast<std::int32_t>(u);
    const std::vector<std::int64_t> hostNs = hostTimes(program);
    RankClock clock(program, profile);
    for (std::size_t i = 0; i < unitOf.size(); ++i) {
        const Operation &operation = program.operations[i];
        const RankClock::Start start = clock.next(operation, hostNs[i]);
        if (operation.kind != OperationKind::Kernel)
            continue;
        clock.ends(operation, start.ns + clock.kernelNs(operation));
        if (unitOf[i] < 0)
            continue;
        const bool byHost = start.readyNs <= start.launchNs;
        const double waitNs = times.waitNs(operation);
        const bool waits = waitNs > notable * times.withoutWaitNs(operation.bytes);
        m_byHost[static_cast<std::size_t>(unitOf[i])] = byHost;
        m_lateNs[launches.burst(unitOf[i])].push_back(
            !byHost ? unknown : (waits ? start.ns + std::llround(waitNs) - start.launchNs : 0));
    }
    for (std::size_t burst = 0; burst < m_lateNs.size(); ++burst)
        m_eachNs[burst] = usualGrowthNs(m_lateNs[burst]);
}

std::int64_t LateRanks::usualGrowthNs(const std::vector<std::int64_t> &lateNs)
{
    std::vector<std::int64_t> grows;
    for (std::size_t place = 1; place < lateNs.size(); ++place)
        if (lateNs[place] != unknown && lateNs[place - 1] != unknown)
            grows.push_back(lateNs[place] - lateNs[place - 1]);
    return grows.empty() ? 0 : std::max<std::int64_t>(lowerMedian(grows), 0);
}

std::int64_t LateRanks::seenNs(std::size_t burst, std::size_t count) const
{
    const std::vector<std::int64_t> &late = m_lateNs[burst];
    std::int64_t most = 0;
    for (std::size_t place = 0; place < std::min(count, late.size()); ++place)
        most = std::max(most, late[place]);
    return most;
}

} // namespace streamscope
