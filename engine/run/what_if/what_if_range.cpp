// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/what_if_range.h"

#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace streamscope {

namespace {

// By pairs of recordings on H200s (docs/measurements/replay.md): of 72 of two sets, recorded on three machines when the
// rules had been made, 85 % are inside; with 0.02 and 0.1 71 % were.
constexpr double leastDoubt = 0.04; ///< the same program, recorded twice
constexpr double hostDoubt = 0.12;  ///< the same for the host's part
/// On hosts that others use as well it differs more from one recording to another: of 72 predictions for programs of
/// which nothing was known 69 % were inside with 0.12, 75 % with this.
constexpr double hostDoubtAtAnotherTime = 0.3;

/// Of 38 runs of products and copies in one graph, drawn and measured on six H200 machines, four took that much longer
/// than predicted or more, and none by as much less.
constexpr double lateGraphs = 0.15;

} // namespace

PredictionRange whatIfRange(std::int64_t predictedNs, const WhatIfDoubts &doubts, RunsAt when)
{
    const double host = doubts.gpuIdle * (when == RunsAt::InTurn ? hostDoubt : hostDoubtAtAnotherTime);
    const auto predicted = static_cast<double>(predictedNs);
    const double both =
        std::hypot(std::hypot(doubts.replayError, leastDoubt), std::hypot(host, doubts.changes, doubts.otherRanks));
    const double below = std::hypot(std::max(1 - doubts.model.low, 0.0), both);
    const double above = std::hypot(std::max(doubts.model.high - 1, 0.0), both, doubts.lateGraphs);
    return {std::llround(predicted * std::max(1 - below, 0.0)), std::llround(predicted * (1 + above))};
}

double lateGraphsOf(const Program &program)
{
    std::map<std::int32_t, std::set<std::int32_t>> streams; // by graph, of its copies and kernels
    std::set<std::int32_t> copying;
    for (const Operation &operation : program.operations) {
        if (!program.inGraph(operation) || !runsOnGpu(operation.kind))
            continue;
        streams[operation.graph].insert(operation.stream);
        if (isHostCopy(operation.kind))
            copying.insert(operation.graph);
    }
    const bool any = std::any_of(copying.begin(), copying.end(),
                                 [&streams](std::int32_t graph) { return streams[graph].size() > 1; });
    return any ? lateGraphs : 0;
}

double gpuIdleShare(const Program &program, std::int64_t makespanNs, const TimesOfRun &timesOf)
{
    const auto whole = static_cast<double>(makespanNs);
    if (whole <= 0)
        return 1;
    const UnionLengths busy = unionLengths(program.operations.size(), 1, [&](std::size_t i, const TakeInterval &take) {
        if (!runsOnGpu(program.operations[i].kind))
            return;
        const ExecutedTimes times = timesOf(i);
        take(0, {times.start, times.end});
    });
    return std::clamp(1 - static_cast<double>(busy.all) / whole, 0.0, 1.0);
}

} // namespace streamscope
