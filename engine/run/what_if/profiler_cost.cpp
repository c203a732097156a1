// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/profiler_cost.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace streamscope {

namespace {

// Wall times of the programs of tests/data/pairs with and without PyTorch's profiler: the same program has the cost of
// one run, and another one of the next (docs/measurements/replay.md).
constexpr ProfilerCost leastOfPyTorch{1'000, 5'000, 0, 0, 0};
constexpr ProfilerCost mostOfPyTorch{3'030, 17'000, 600, 500, 11'000};
// What a launch takes with and without the recorder, less the part that it measures itself: plain launches on two
// machines, and the programs in PyTorch, whose libraries ask the driver much around each
// (docs/measurements/recording.md). Graphs as above, as both ask CUPTI for them.
constexpr ProfilerCost leastOfRecorder{800, 5'000, 0, 0, 0};
constexpr ProfilerCost mostOfRecorder{16'000, 17'000, 600, 500, 0};

constexpr double leastShare = 0.3; // of a time that stays, where the average would take all
constexpr double leastShareOfGraph = 0.1;
constexpr double knownWithin = 0.1; // from the least to the most

bool isMeasuredCall(const Operation &operation)
{
    return operation.callNs >= 0 && operation.source >= 0;
}

/// The call of an operation without one in the file takes no time, and starts when the operation did.
bool isAssumedCall(const Operation &operation)
{
    return operation.callNs == 0 && operation.source >= 0 && runsOnGpu(operation.kind);
}

double hostNs(const Program &program)
{
    double ns = 0;
    for (const Operation &operation : program.operations)
        ns += operation.kind == OperationKind::HostWork ? static_cast<double>(operation.durationNs) : 0;
    return ns;
}

/// The share of the host's own work that is not the profiler's: it recorded more calls than became operations, and the
/// operators around them.
double ownShareOfHostWork(const ReplayedRun &run, const ProfilerCost &cost)
{
    const Program &unchanged = run.replay->program();
    const double host = hostNs(unchanged);
    if (host <= 0)
        return 1;
    const auto calls =
        static_cast<double>(std::count_if(unchanged.operations.begin(), unchanged.operations.end(), isMeasuredCall));
    const auto recorded = static_cast<double>(run.replay->trace.profiledCalls);
    const ImportReport &import = *run.trace->import;
    // Of a range of the trace: as many operators for each call as in the whole file.
    const double operators =
        import.calls == 0 ? 0
                          : static_cast<double>(import.host.operators) * recorded / static_cast<double>(import.calls);
    const double profiler = std::max(recorded - calls, 0.0) * cost.call + operators * cost.anOperator;
    return std::max(leastShare, 1 - profiler / host);
}

/// By graph of the program.
std::map<std::int32_t, double> nodesOfGraphs(const Program &program)
{
    std::map<std::int32_t, double> nodes;
    for (const Operation &operation : program.operations)
        if (operation.graph >= 0)
            ++nodes[operation.graph];
    return nodes;
}

} // namespace

std::optional<std::pair<ProfilerCost, ProfilerCost>> profilerCostOf(const ReplayedRun &run)
{
    const std::vector<Operation> &traced = run.replay->program().operations;
    if (!run.trace->import || !run.replay->isAcceptable() || std::any_of(traced.begin(), traced.end(), isAssumedCall))
        return std::nullopt;
    std::pair cost(leastOfRecorder, mostOfRecorder);
    if (run.trace->import->recordedCallNs) {
        const auto measured = static_cast<double>(*run.trace->import->recordedCallNs);
        cost.first.call += measured;
        cost.second.call += measured;
        return cost;
    }
    if (run.trace->import->format.find("Kineto") == std::string::npos)
        return std::nullopt;
    return std::pair(leastOfPyTorch, mostOfPyTorch);
}

Program withoutProfiler(const ReplayedRun &run, const Program &program, const ProfilerCost &cost)
{
    const double hostShare = ownShareOfHostWork(run, cost);
    const std::map<std::int32_t, double> nodes = nodesOfGraphs(program);
    Program result = program;
    for (Operation &operation : result.operations) {
        if (operation.kind == OperationKind::Kernel && operation.graph >= 0) {
            const auto length = static_cast<double>(operation.kernel.durationNs);
            operation.kernel.durationNs = std::llround(std::max(length * leastShare, length - cost.gpuNode));
        }
        if (operation.kind == OperationKind::HostWork) {
            operation.durationNs = std::llround(static_cast<double>(operation.durationNs) * hostShare);
        } else if (isMeasuredCall(operation)) {
            const auto call = static_cast<double>(operation.callNs);
            const bool graph = operation.graph >= 0;
            const double part = graph ? cost.graphLaunch + cost.graphNode * nodes.at(operation.graph) : cost.call;
            operation.callNs = std::llround(std::max(call * (graph ? leastShareOfGraph : leastShare), call - part));
            if (operation.kind == OperationKind::Sync) {
                const auto least = static_cast<double>(operation.durationNs);
                operation.durationNs = std::llround(std::max(least * leastShare, least - part));
            }
        }
    }
    return result;
}

std::optional<std::int64_t> PlainTime::known() const
{
    const std::int64_t middle = lowNs + (highNs - lowNs) / 2;
    if (static_cast<double>(highNs - lowNs) > knownWithin * static_cast<double>(middle))
        return std::nullopt;
    return middle;
}

} // namespace streamscope
