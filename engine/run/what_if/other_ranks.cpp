// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/other_ranks.h"

#include "engine/changes/patterns/collective_units.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <limits>

namespace streamscope {

namespace {

constexpr double notable = 0.01; // of the measured time

/// The shortest time by bytes, rising: more bytes never take less.
using Transfers = std::map<std::uint64_t, std::int64_t>;

std::map<std::string, Transfers> transfersOf(const Program &program)
{
    std::map<std::string, Transfers> byName;
    for (const Operation &operation : program.operations) {
        if (!isCollectiveKernel(operation))
            continue;
        const auto [entry, isNew] = byName[operation.name].try_emplace(operation.bytes, operation.durationNs);
        entry->second = std::min(entry->second, operation.durationNs);
    }
    for (auto &[name, transfers] : byName) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (auto entry = transfers.rbegin(); entry != transfers.rend(); ++entry)
            entry->second = least = std::min(least, entry->second);
    }
    return byName;
}

} // namespace

OtherRanks::OtherRanks(const ReplayedRun &run) : m_run(run)
{
    const Program &program = run.replay->program();
    const std::map<std::string, Transfers> transfers = transfersOf(program);
    for (const Operation &operation : program.operations) {
        if (!isCollectiveKernel(operation) || operation.source < 0)
            continue;
        const std::int64_t transfer = transfers.at(operation.name).at(operation.bytes);
        m_waitNs += m_waits[operation.source] = operation.durationNs - transfer;
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
            operation.durationNs = std::max<std::int64_t>(operation.durationNs - wait->second, 1);
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

std::string OtherRanks::note(std::int64_t asInTraceNs) const
{
    const auto text = [](std::int64_t ns) { return timeText(ns).toStdString(); };
    return Phrase("engine", "%1 collectives waited %2 for other ranks, by the shortest of the same bytes: predicted is "
                            "that the other ranks change alike; the range has these waits shorter or longer, and with "
                            "ranks as slow as in the trace it takes %3.")
        .arg(m_waits.size(), text(m_waitNs), text(asInTraceNs));
}

} // namespace streamscope
