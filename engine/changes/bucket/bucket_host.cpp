// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/bucket/bucket_edit.h"
#include "engine/changes/edit/fewer_waits.h"
#include "engine/changes/edit/operator_ends.h"
#include "engine/changes/edit/warmer_launches.h"
#include "engine/changes/patterns/call_order.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

// What the host does for the collectives that stay, when other ranks come to them, and how sure that is.

void BucketEdit::leaveOutOperatorEnds()
{
    std::vector<bool> collectives(m_goes.size(), false);
    for (const auto &[operation, unit] : m_unitOf)
        collectives[static_cast<std::size_t>(operation)] = true;
    for (const std::int32_t work : endsOfOperators(m_input.program, collectives, m_goes)) {
        leaveOut(work);
        m_workNs += at(work).durationNs;
    }
}

/// A bucket is launched behind what its first collective was launched behind, with caches as cold as they were at that
/// place: few buckets never get behind the first, cold launches.
void BucketEdit::giveLaunchWork()
{
    std::vector<std::size_t> places(m_launches.bursts(), 0);
    for (const std::vector<std::int32_t> &bucket : m_buckets) {
        const std::size_t place = places[m_launches.burst(bucket.front())]++;
        if (bucket.size() == 1)
            continue;
        const std::int32_t launched = m_units[static_cast<std::size_t>(bucket.back())].ranks.back();
        if (at(launched).callNs > 0)
            roleOf(launched).callNs = m_launches.callNsAt(bucket.back(), place);
        std::int64_t goes = 0;
        const Operation *work = nullptr;
        for (const std::int32_t u : bucket)
            for (const std::int32_t index : m_launches.work(u)) {
                leaveOut(index);
                goes += at(index).durationNs;
                work = &at(index);
            }
        if (!work)
            continue;
        const std::int64_t stays = m_launches.nsAt(bucket.front(), place);
        m_workNs += goes - stays;
        if (stays <= 0)
            continue;
        Operation &launch = roleOf(launched).work.emplace(*work);
        launch.durationNs = stays;
    }
}

/// What follows a collective that goes comes sooner behind the last one of its kind.
void BucketEdit::warmOthers()
{
    if (m_joined == 0)
        return;
    m_hostNs = hostTimes(m_input.program);
    for (std::size_t i = 0; i < m_goes.size(); ++i)
        if (m_goes[i])
            m_hostNs[i] = 0;
    for (const auto &[operation, role] : m_roles) {
        std::int64_t &hostNs = m_hostNs[static_cast<std::size_t>(operation)];
        hostNs = role.callNs.value_or(hostNs) + (role.work ? role.work->durationNs : 0);
    }
    if (!isReplay(m_input.program))
        return;
    m_workNs += waitForFewer(m_input.program, m_units, m_launches, m_stay, m_hostNs);
    m_warmedNs = warmLaunches(m_input.program, m_hostNs);
}

/// A rank whose host is slower is as late to the n-th bucket as it was to the n-th collective: it has launched as
/// often.
void BucketEdit::findWaits()
{
    if (m_joined == 0 || !isReplay(m_input.program))
        return;
    const LateRanks late(m_input.program, m_input.profile, m_units, m_launches, m_times);
    RankClock clock(m_input.program, m_input.profile);
    std::vector<std::size_t> places(m_launches.bursts(), 0);
    std::vector<bool> byHost(m_launches.bursts(), false);
    std::vector<std::int64_t> sinceKernel(static_cast<std::size_t>(m_input.program.threadCount()), 0);
    for (std::size_t i = 0; i < m_goes.size(); ++i) {
        const auto index = static_cast<std::int32_t>(i);
        const Operation &operation = at(index);
        const RankClock::Start start = clock.next(operation, m_hostNs[i]);
        std::int64_t &hostNs = sinceKernel[static_cast<std::size_t>(operation.thread)];
        hostNs += m_hostNs[i];
        if (operation.kind != OperationKind::Kernel || m_goes[i])
            continue;
        m_decidesNs += start.ns == start.launchNs ? hostNs : 0;
        hostNs = 0;
        std::int64_t durationNs = clock.kernelNs(operation);
        if (const auto unit = m_unitOf.find(index); unit != m_unitOf.end()) {
            const std::size_t burst = m_launches.burst(unit->second), place = places[burst]++;
            const auto role = m_roles.find(index);
            if (role != m_roles.end() && !role->second.joined.empty()) {
                if (late.byHost(unit->second))
                    role->second.waitNs = std::max<std::int64_t>(start.launchNs + late.ns(burst, place) - start.ns, 0);
                role->second.byHost = start.readyNs <= start.launchNs;
                byHost[burst] = byHost[burst] || role->second.byHost;
                durationNs = joined(role->second).durationNs;
            }
        }
        clock.ends(operation, start.ns + durationNs);
    }
    m_result.laterNs = apartNs(late, byHost);
}

/// What one trace of one rank does not show, by nine pairs and 420 runs with the traces of both ranks on three
/// machines: how cold the launch of a bucket is, by a usual launch more or less for each, and how long it waits; and
/// that one process's host is faster than another's for seconds, by a fifth of all it does where kernels wait for it.
/// What it did before the first launch of a trace is in no time.
std::int64_t BucketEdit::doubtNs() const
{
    constexpr double ofHost = 0.2;
    double squares = 0;
    for (const std::vector<std::int32_t> &bucket : m_buckets) {
        if (bucket.size() == 1)
            continue;
        const std::vector<std::int32_t> &ranks = m_units[static_cast<std::size_t>(bucket.back())].ranks;
        if (m_roles.at(ranks.back()).work && m_roles.at(ranks.back()).byHost) {
            const auto usualNs = static_cast<double>(m_launches.usualNs(bucket.front()));
            squares += usualNs * usualNs;
        }
        for (const std::int32_t rank : ranks)
            if (at(rank).kind == OperationKind::Kernel) {
                const double waitNs = m_times.waitNs(joined(m_roles.at(rank)));
                squares += waitNs * waitNs;
            }
    }
    return std::llround(std::hypot(std::sqrt(squares), ofHost * static_cast<double>(m_decidesNs)));
}

/// The ranks begin a burst apart, by as much as they did in the trace or by one and a half usual launches: who is first
/// differs from run to run, and this rank can only wait for it. `byHost`, by burst: where kernels decide when each
/// bucket starts, nobody notices.
std::int64_t BucketEdit::apartNs(const LateRanks &late, const std::vector<bool> &byHost) const
{
    constexpr double usualLaunches = 1.5;
    double squares = 0;
    for (std::size_t burst = 0; burst < m_launches.bursts(); ++burst) {
        if (m_stay[burst] == m_launches.count(burst) || !byHost[burst])
            continue;
        const double apartNs = std::max(usualLaunches * static_cast<double>(m_launches.usualNsOf(burst)),
                                        static_cast<double>(late.seenNs(burst, m_stay[burst])));
        squares += apartNs * apartNs;
    }
    return std::llround(std::sqrt(squares));
}

} // namespace streamscope
