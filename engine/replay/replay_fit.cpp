// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/replay_fit.h"

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/multiprocessors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace streamscope {

namespace {

constexpr std::size_t enoughCases = 5;
constexpr std::int64_t longestLatency = 20'000; // more is waiting for something, nanoseconds
constexpr double smallestFactor = 0.02, largestFactor = 50;

/// What a latency is from, and to.
enum Latency : std::size_t {
    CallToKernel,
    CallToCopy,
    KernelToKernel,
    KernelToCopy,
    CopyToKernel,
    CopyToOtherWay,
    InGraph,
    CopyToKernelInGraph,
    latencyCount
};

class LatencyCases
{
public:
    void add(Latency latency, std::int64_t ns)
    {
        if (ns < longestLatency)
            m_cases[latency].push_back(std::max<std::int64_t>(ns, 0));
    }
    /// The mean: a chain of operations takes the sum of its latencies, and some of them are skew (a copy's signal is
    /// looked for every 8 us).
    void set(Latency latency, std::optional<double> &figure)
    {
        const std::vector<std::int64_t> &cases = m_cases[latency];
        if (cases.size() < enoughCases)
            return;
        const auto sum = std::accumulate(cases.begin(), cases.end(), std::int64_t{0});
        figure = static_cast<double>(sum) / static_cast<double>(cases.size());
    }

private:
    std::array<std::vector<std::int64_t>, latencyCount> m_cases;
};

bool isCompute(OperationKind kind)
{
    return kind == OperationKind::Kernel || kind == OperationKind::Memset;
}

std::optional<Latency> between(OperationKind before, OperationKind after)
{
    if (isCompute(before) && isCompute(after))
        return KernelToKernel;
    if (isCompute(before) && isHostCopy(after))
        return KernelToCopy;
    if (isHostCopy(before) && isCompute(after))
        return CopyToKernel;
    if (isHostCopy(before) && isHostCopy(after) && before != after)
        return CopyToOtherWay;
    return std::nullopt;
}

/// The operation before in a stream.
struct Former
{
    std::int64_t issue = unknownTime, end = unknownTime;
    OperationKind kind = OperationKind::Kernel;
};

void addCase(const Span &span, const Former &former, LatencyCases &cases)
{
    const bool idle = former.end == unknownTime || former.end <= span.issue;
    if (idle) {
        cases.add(isCompute(span.kind) ? CallToKernel : CallToCopy, span.start - span.returned);
        return;
    }
    if (former.end < span.returned + longestLatency / 2) // it may have waited for its call
        return;
    const std::int64_t gap = span.start - former.end;
    const bool node = span.issue == former.issue;
    if (node && former.kind == OperationKind::Memset)
        return; // longer, and as the profile has it
    if (node && isCompute(span.kind))
        cases.add(isCompute(former.kind) ? InGraph : CopyToKernelInGraph, gap);
    else if (const auto latency = between(former.kind, span.kind))
        cases.add(*latency, gap);
}

} // namespace

void fitLatencies(const Timeline &timeline, TimeRange range, TracedDevice &traced)
{
    LatencyCases cases;
    std::vector<Former> formers(timeline.streams().size());
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Span span = timeline.span(i);
        if (!runsOnGpu(span.kind) || span.stream < 0 || span.issue == unknownTime || span.returned == unknownTime
            || span.start < range.begin || span.start >= range.end || timeline.isMigration(i))
            continue;
        Former &former = formers[static_cast<std::size_t>(span.stream)];
        // A pageable copy starts during its call.
        if (span.from != MemoryKind::Pageable && span.to != MemoryKind::Pageable)
            addCase(span, former, cases);
        former = {span.issue, span.end, span.kind};
    }
    cases.set(CallToKernel, traced.callToKernelNs);
    cases.set(CallToCopy, traced.callToCopyNs);
    cases.set(KernelToKernel, traced.kernelToKernelNs);
    cases.set(KernelToCopy, traced.kernelToCopyNs);
    cases.set(CopyToKernel, traced.copyToKernelNs);
    cases.set(CopyToOtherWay, traced.copyToOtherWayNs);
    cases.set(InGraph, traced.graphNodeNs);
    cases.set(CopyToKernelInGraph, traced.copyToKernelInGraphNs);
}

void setBlockTimes(Program &program, const DeviceProfile &profile)
{
    const CostModel costs(profile, program);
    const Multiprocessors device(profile.info);
    const double gap = std::max(profile.compute.blockGapNs, 0.0);
    // Real kernels repeat: the same shape is looked up once.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::int64_t> capacities;
    for (Operation &op : program.operations) {
        if (op.kind != OperationKind::Kernel || op.source < 0)
            continue;
        const SharedKernel &work = op.kernel;
        const auto [entry, isNew] = capacities.try_emplace({work->block, work->sharedMemory, work->registers}, 0);
        if (isNew)
            entry->second = device.capacity(costs.blockShape(op));
        const std::int64_t capacity = entry->second;
        std::int64_t waves = (std::int64_t{work->grid} + capacity - 1) / capacity;
        const auto length = static_cast<double>(op.durationNs);
        // The waves of a short kernel that leave no time for their gaps are fewer: a stand-in has fewer blocks then.
        const std::int64_t most =
            gap <= 0 ? waves : std::max<std::int64_t>(1, static_cast<std::int64_t>(length / gap / 4));
        if (waves > most) {
            waves = most;
            op.kernel.own().grid = static_cast<std::uint32_t>(capacity * waves);
        }
        const double gaps = static_cast<double>(waves - 1) * gap;
        op.durationNs = std::max<std::int64_t>(std::llround((length - gaps) / static_cast<double>(waves)), 1);
    }
}

bool fitLengths(const Timeline &timeline, const SimulatedTimes &times, Program &program)
{
    constexpr double rightEnough = 0.005;
    bool changed = false;
    for (std::size_t i = 0; i < times.size(); ++i) {
        Operation &op = program.operations[i];
        if (op.source < 0 || op.kind == OperationKind::Sync || !runsOnGpu(op.kind))
            continue;
        const auto source = static_cast<std::size_t>(op.source);
        const auto measured = static_cast<double>(timeline.ends()[source] - timeline.starts()[source]);
        const auto simulated = static_cast<double>(times.end(i) - times.start(i));
        if (measured <= 0 || simulated <= 0 || std::abs(measured / simulated - 1) < rightEnough)
            continue;
        if (op.kind == OperationKind::Kernel)
            op.durationNs = std::max<std::int64_t>(
                1, std::llround(static_cast<double>(op.durationNs) * std::clamp(measured / simulated, 0.5, 2.0)));
        else
            op.setTimeFactor(std::clamp(op.timeFactor() * measured / simulated, smallestFactor, largestFactor));
        changed = true;
    }
    return changed;
}

} // namespace streamscope
