// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/other_ranks.h"

#include "engine/changes/patterns/collective_units.h"
#include "engine/device/ring_time.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/medians.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/ranges/device_intervals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace streamscope {

namespace {

constexpr double notable = 0.01; // of the measured time

double linkNs(const Collective &collective, const DeviceProfile &profile)
{
    const int rounds = collective.name.find("allreduce") != std::string::npos ? 2 : 1;
    return ringNs(profile, static_cast<double>(collective.bytes), std::max(collective.ranks, 2), rounds);
}

/// The times of one size that say that every one of them waited: their link takes less than half of the shortest, and
/// they differ, which transfers do not by more than a tenth. One rank of two copied from pageable memory for longer in
/// each of six steps: 575 to 2,100 us for 32 MiB, which take 133 (H200).
bool allWaited(std::vector<std::int64_t> times, double link)
{
    constexpr double longer = 2, differ = 1.3;
    const auto shortest = static_cast<double>(*std::min_element(times.begin(), times.end()));
    return shortest > longer * link && static_cast<double>(lowerMedian(times)) > differ * shortest;
}

/// What a collective takes by bytes, rising: more bytes never take less.
using Transfers = std::map<std::uint64_t, std::int64_t>;

std::map<std::string, Transfers> transfersOf(const Program &program, const Timeline &timeline,
                                             const DeviceProfile &profile)
{
    struct Times
    {
        std::vector<std::int64_t> ns;
        double linkNs = 0;
    };
    std::map<std::string, std::map<std::uint64_t, Times>> byName;
    for (const Operation &operation : program.operations) {
        if (!isCollectiveKernel(operation) || operation.source < 0)
            continue;
        Times &times = byName[operation.name][operation.bytes];
        times.ns.push_back(operation.durationNs);
        if (const Collective *collective = timeline.collective(static_cast<std::size_t>(operation.source)))
            times.linkNs = linkNs(*collective, profile);
    }
    std::map<std::string, Transfers> result;
    for (const auto &[name, sizes] : byName) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
            const Times &times = size->second;
            least = std::min<std::int64_t>(least, allWaited(times.ns, times.linkNs)
                                                      ? std::llround(times.linkNs)
                                                      : *std::min_element(times.ns.begin(), times.ns.end()));
            result[name][size->first] = least;
        }
    }
    return result;
}

int deviceOf(const Timeline &timeline, std::size_t span)
{
    return timeline.streams()[static_cast<std::size_t>(timeline.streamIndices()[span])].device;
}

/// Kernels that are no collectives.
DeviceIntervals kernelsOf(const Timeline &timeline)
{
    DeviceIntervals kernels;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::Kernel && timeline.streamIndices()[i] >= 0 && !timeline.collective(i))
            kernels.add(deviceOf(timeline, i), {timeline.starts()[i], timeline.ends()[i]});
    kernels.sort();
    return kernels;
}

} // namespace

OtherRanks::OtherRanks(const ReplayedRun &run) : m_run(run)
{
    const Program &program = run.replay->program();
    const std::map<std::string, Transfers> transfers =
        transfersOf(program, run.trace->recording.timeline, run.replay->profile);
    for (const Operation &operation : program.operations) {
        if (!isCollectiveKernel(operation) || operation.source < 0)
            continue;
        const std::int64_t transfer = transfers.at(operation.name).at(operation.bytes);
        const std::int64_t ns = operation.durationNs - transfer;
        m_waits[operation.source] = {ns, operation.bytes, 0};
        m_waitNs += ns;
    }
    findApart();
}

void OtherRanks::findApart()
{
    if (m_waits.empty())
        return;
    const Timeline &timeline = m_run.trace->recording.timeline;
    const DeviceIntervals kernels = kernelsOf(timeline);
    for (const auto &[span, wait] : m_waits) {
        const auto i = static_cast<std::size_t>(span);
        if (!kernels.any(deviceOf(timeline, i), timeline.starts()[i], timeline.ends()[i]))
            m_apart.insert(span);
    }
}

void OtherRanks::changeAlike(Program &program, double share)
{
    for (Operation &operation : program.operations) {
        const auto wait = m_waits.find(operation.source);
        if (wait == m_waits.end() || !isCollectiveKernel(operation) || operation.bytes != wait->second.bytes)
            continue;
        const std::int64_t gone = std::llround(static_cast<double>(wait->second.ns) * (1 - share));
        operation.durationNs = std::max<std::int64_t>(operation.durationNs + wait->second.goneNs - gone, 1);
        wait->second.goneNs = gone;
    }
}

bool OtherRanks::matter() const
{
    return static_cast<double>(m_waitNs) > notable * static_cast<double>(m_run.replay->measuredNs());
}

Program OtherRanks::withoutWaits(const Program &program) const
{
    Program result = program;
    for (Operation &operation : result.operations)
        if (const auto wait = m_waits.find(operation.source); wait != m_waits.end() && isCollectiveKernel(operation))
            operation.durationNs =
                std::max<std::int64_t>(operation.durationNs - (wait->second.ns - wait->second.goneNs), 1);
    return result;
}

std::int64_t OtherRanks::asInTraceNs(const Program &program, const TimesOfRun &timesOf, std::int64_t simulatedNs) const
{
    const auto &measured = m_run.trace->recording.timeline.ends();
    std::int64_t later = 0;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const std::int32_t source = program.operations[i].source;
        if (m_waits.contains(source))
            later = std::max(later, measured[static_cast<std::size_t>(source)] - timesOf(i).end);
    }
    return simulatedNs + later;
}

/// The collective has its SMs until the last rank comes, half a kernel later in the middle, and the last one ends up to
/// a kernel later: 12 all-reduces beside products of 350 us waited 40 to 350 us each, and the run took 12 percent
/// longer than without (two H200s).
std::int64_t OtherRanks::besideKernelsNs(const Program &program, const TimesOfRun &timesOf) const
{
    if (m_apart.empty())
        return 0;
    const std::int64_t multiprocessors = std::max(m_run.replay->profile.info.multiprocessors.value_or(1), 1);
    const auto device = [&](const Operation &operation) {
        return program.streams[static_cast<std::size_t>(operation.stream)].device;
    };
    DeviceIntervals kernels;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.kind == OperationKind::Kernel && !isCollectiveKernel(operation)
            && launchedBlocks(operation.kernel) >= multiprocessors)
            kernels.add(device(operation), {timesOf(i).start, timesOf(i).end});
    }
    kernels.sort();
    double held = 0, longest = 0;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (!isCollectiveKernel(operation) || !m_apart.contains(operation.source))
            continue;
        double beside = 0;
        kernels.forEach(device(operation), timesOf(i).start, timesOf(i).end, [&](const DeviceIntervals::Interval &one) {
            beside = std::max(beside, static_cast<double>(one.end - one.begin));
        });
        const double part = static_cast<double>(operation.kernel->grid) / static_cast<double>(multiprocessors);
        held += beside / 2 * std::min(part, 1.0);
        longest = std::max(longest, beside);
    }
    return std::llround(held + longest);
}

std::string OtherRanks::note(std::int64_t asInTraceNs) const
{
    const auto text = [](std::int64_t ns) { return timeText(ns).toStdString(); };
    return Phrase("engine", "%1 collectives waited %2 for other ranks, by the shortest of the same bytes or, where all "
                            "waited, by what their link takes: predicted is that the other ranks change alike; the "
                            "range has these waits shorter or longer, and with "
                            "ranks as slow as in the trace it takes %3.")
        .arg(m_waits.size(), text(m_waitNs), text(asInTraceNs));
}

} // namespace streamscope
