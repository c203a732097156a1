// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/collective_launches.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// Up to twice the usual: what took longer was something else.
std::int64_t beyondUsual(std::int64_t ns, std::int64_t usualNs)
{
    return std::clamp<std::int64_t>(ns - usualNs, 0, usualNs);
}

} // namespace

CollectiveLaunches::CollectiveLaunches(const Program &program, const std::vector<CollectiveUnit> &units)
    : m_launches(units.size())
{
    std::vector<std::int32_t> unitOf(program.operations.size(), -1); // by the operation of its last rank
    for (std::size_t u = 0; u < units.size(); ++u)
        unitOf[static_cast<std::size_t>(units[u].ranks.back())] = static_cast<std::int32_t>(u);
    findWork(program, unitOf);
    findBursts(program, unitOf);
    for (Burst &burst : m_bursts)
        findCold(burst);
}

void CollectiveLaunches::findWork(const Program &program, const std::vector<std::int32_t> &unitOf)
{
    struct Thread
    {
        std::vector<std::int32_t> work; ///< since the last call
        bool behindCollective = false;
    };
    const LaunchWork launches(program);
    std::vector<Thread> threads(static_cast<std::size_t>(program.threadCount()));
    for (std::size_t i = 0; i < unitOf.size(); ++i) {
        const Operation &operation = program.operations[i];
        Thread &thread = threads[static_cast<std::size_t>(operation.thread)];
        if (launches.belongsToLaunch(operation)) {
            thread.work.push_back(static_cast<std::int32_t>(i));
        } else if (operation.kind != OperationKind::EventRecord && operation.kind != OperationKind::EventWait) {
            if (unitOf[i] >= 0) {
                Launch &launch = m_launches[static_cast<std::size_t>(unitOf[i])];
                launch.work = std::move(thread.work);
                launch.behindCollective = thread.behindCollective;
                launch.callNs = std::max<std::int64_t>(operation.callNs, 0);
                for (const std::int32_t index : launch.work)
                    launch.ns += program.operations[static_cast<std::size_t>(index)].durationNs;
            }
            thread = {{}, unitOf[i] >= 0};
        }
    }
}

void CollectiveLaunches::findBursts(const Program &program, const std::vector<std::int32_t> &unitOf)
{
    std::vector<std::int32_t> open(static_cast<std::size_t>(program.threadCount()), -1);
    for (std::size_t i = 0; i < unitOf.size(); ++i) {
        const Operation &operation = program.operations[i];
        std::int32_t &burst = open[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::Sync)
            burst = -1;
        if (unitOf[i] < 0)
            continue;
        if (burst < 0) {
            burst = static_cast<std::int32_t>(m_bursts.size());
            m_bursts.emplace_back();
        }
        m_launches[static_cast<std::size_t>(unitOf[i])].burst = static_cast<std::size_t>(burst);
        m_bursts[static_cast<std::size_t>(burst)].units.push_back(unitOf[i]);
    }
}

/// Behind a collective the end of its operator belongs to the next launch, behind other calls theirs.
void CollectiveLaunches::findCold(Burst &burst)
{
    std::vector<std::int64_t> all, calls;
    for (const bool behindCollective : {false, true}) {
        std::vector<std::int64_t> launches;
        for (const std::int32_t unit : burst.units)
            if (of(unit).behindCollective == behindCollective)
                launches.push_back(of(unit).ns);
        if (launches.empty())
            continue;
        all.insert(all.end(), launches.begin(), launches.end());
        const std::int64_t usual = upperMedian(launches);
        for (const std::int32_t unit : burst.units)
            if (Launch &launch = m_launches[static_cast<std::size_t>(unit)];
                launch.behindCollective == behindCollective)
                launch.coldNs = beyondUsual(launch.ns, usual);
    }
    burst.usualNs = upperMedian(all);
    for (const std::int32_t unit : burst.units)
        calls.push_back(of(unit).callNs);
    const std::int64_t usualCallNs = upperMedian(calls);
    for (const std::int32_t unit : burst.units)
        m_launches[static_cast<std::size_t>(unit)].coldCallNs = beyondUsual(of(unit).callNs, usualCallNs);
}

std::int32_t CollectiveLaunches::unitAt(std::int32_t unit, std::size_t place) const
{
    const std::vector<std::int32_t> &units = m_bursts[burst(unit)].units;
    return units[std::min(place, units.size() - 1)];
}

std::int64_t CollectiveLaunches::nsAt(std::int32_t unit, std::size_t place) const
{
    return ns(unit) - of(unit).coldNs + of(unitAt(unit, place)).coldNs;
}

std::int64_t CollectiveLaunches::callNsAt(std::int32_t unit, std::size_t place) const
{
    return of(unit).callNs - of(unit).coldCallNs + of(unitAt(unit, place)).coldCallNs;
}

} // namespace streamscope
