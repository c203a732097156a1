// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/profiler_cost.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/operator_work_name.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
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
    return operation.callNs >= 0 && (operation.source >= 0 || isAllocation(operation.kind));
}

bool isKernelOfGraph(const Operation &operation)
{
    return operation.kind == OperationKind::Kernel && operation.graph >= 0;
}

/// The call of an operation without one in the file takes no time, and starts when the operation did.
bool isAssumedCall(const Operation &operation)
{
    return operation.callNs == 0 && operation.source >= 0 && runsOnGpu(operation.kind);
}

bool isOperatorWork(const Operation &operation)
{
    return operation.name == operatorWorkName || operation.name == firstLaunchName;
}

bool isLaunchWork(const Operation &operation, const ProfilerCost &cost)
{
    return operation.kind == OperationKind::HostWork
           && (operation.durationNs <= cost.mostLaunchWorkNs || isOperatorWork(operation));
}

/// Sets the share of the host's work for calls that is not the profiler's: it recorded more calls than became
/// operations, and the operators around them.
void setLaunchWorkShare(const ReplayedRun &run, std::initializer_list<ProfilerCost *> costs)
{
    const Program &unchanged = run.replay->program();
    const LaunchWork launches(unchanged);
    double host = 0;
    for (const Operation &operation : unchanged.operations)
        host += launches.belongsToLaunch(operation) ? static_cast<double>(operation.durationNs) : 0;
    if (host <= 0)
        return;
    const auto calls =
        static_cast<double>(std::count_if(unchanged.operations.begin(), unchanged.operations.end(), isMeasuredCall));
    const auto recorded = static_cast<double>(run.replay->trace.profiledCalls);
    const ImportReport &import = *run.trace->import;
    // Of a range of the trace: as many operators for each call as in the whole file.
    const double operators =
        import.calls == 0 ? 0
                          : static_cast<double>(import.host.operators) * recorded / static_cast<double>(import.calls);
    for (ProfilerCost *cost : costs) {
        const double profiler = std::max(recorded - calls, 0.0) * cost->call + operators * cost->anOperator;
        cost->launchWorkShare = std::max(leastShare, 1 - profiler / host);
        cost->mostLaunchWorkNs = launches.mostNs();
        if (operators > 0)
            cost->besideOperators = 2 * cost->anOperator;
    }
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
    } else if (run.trace->import->format.find("Kineto") != std::string::npos) {
        cost = {leastOfPyTorch, mostOfPyTorch};
    } else {
        return std::nullopt;
    }
    setLaunchWorkShare(run, {&cost.first, &cost.second});
    return cost;
}

namespace {

constexpr std::uint32_t farTaken = std::numeric_limits<std::uint32_t>::max(); ///< in m_taken: see m_far

} // namespace

WithoutProfiler::WithoutProfiler(Program &program, const ProfilerCost &cost) : m_program(program)
{
    m_taken.reserve(program.operations.size()); // a list of millions that grows stands in memory twice
    const std::map<std::int32_t, double> nodes = nodesOfGraphs(program);
    const auto shorten = [this](std::int64_t &ns, double least, double part) {
        const auto whole = static_cast<double>(ns);
        change(ns, std::llround(std::max(whole * least, whole - part)));
    };
    for (Operation &operation : program.operations) {
        if (isKernelOfGraph(operation))
            shorten(operation.durationNs, leastShare, cost.gpuNode);
        if (operation.kind == OperationKind::HostWork) {
            const double part = isLaunchWork(operation, cost)
                                    ? (1 - cost.launchWorkShare) * static_cast<double>(operation.durationNs)
                                    : 0;
            shorten(operation.durationNs, 0, isOperatorWork(operation) ? part : std::min(part, cost.besideOperators));
        } else if (isMeasuredCall(operation)) {
            const bool graph = operation.graph >= 0;
            const double part = graph ? cost.graphLaunch + cost.graphNode * nodes.at(operation.graph) : cost.call;
            shorten(operation.callNs, graph ? leastShareOfGraph : leastShare, part);
            if (operation.kind == OperationKind::Sync)
                shorten(operation.durationNs, leastShare, part);
        }
    }
}

void WithoutProfiler::change(std::int64_t &ns, std::int64_t to)
{
    const std::int64_t taken = ns - to;
    const bool fits = taken >= 0 && taken < std::int64_t{farTaken};
    m_taken.push_back(fits ? static_cast<std::uint32_t>(taken) : farTaken);
    if (!fits)
        m_far.push_back(taken);
    ns = to;
}

void WithoutProfiler::putBack(std::int64_t &ns)
{
    const std::uint32_t taken = m_taken[m_next++];
    ns += taken == farTaken ? m_far[m_nextFar++] : std::int64_t{taken};
}

WithoutProfiler::~WithoutProfiler()
{
    for (Operation &operation : m_program.operations) {
        if (isKernelOfGraph(operation))
            putBack(operation.durationNs);
        if (operation.kind == OperationKind::HostWork) {
            putBack(operation.durationNs);
        } else if (isMeasuredCall(operation)) {
            putBack(operation.callNs);
            if (operation.kind == OperationKind::Sync)
                putBack(operation.durationNs);
        }
    }
}

std::optional<std::int64_t> PlainTime::known() const
{
    const std::int64_t middle = lowNs + (highNs - lowNs) / 2;
    if (static_cast<double>(highNs - lowNs) > knownWithin * static_cast<double>(middle))
        return std::nullopt;
    return middle;
}

} // namespace streamscope
