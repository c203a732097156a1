// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/replay_fit.h"

#include "engine/device/block_waves.h"
#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/queues/waiting_share.h"
#include "engine/program/medians.h"
#include "engine/program/shared/repeated_kernels.h"
#include "engine/replay/beside_collectives.h"
#include "engine/replay/kernel_tails.h"
#include "engine/replay/trace/other_streams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t enoughCases = 5;
constexpr std::int64_t longestLatency = 20'000; // more is waiting for something, nanoseconds
// An idle engine comes to what was issued 2 to 3 us after the call. Then it looks again every 8.192 us, so where many
// operations wait for about as long, those that wait a little longer are the ones that have to wait for the next look:
// all must count, not the longest waits alone.
constexpr std::int64_t callReaches = 4'000;
// What ended until then behind the call was done when the engine came to it.
constexpr std::int64_t surelyDone = 1'100;
// In a graph kernels follow each other in 0.3 to 0.6 us; longer beside another stream's kernel is a wait for room.
constexpr std::int64_t nodeComes = 1'000;
constexpr double smallestFactor = 0.02, largestFactor = 50;

/// What a latency is from, and to.
enum Latency : std::size_t {
    CallToKernel,
    CallToCopy,
    KernelToKernel,
    KernelToCopy,
    CopyToKernel,
    CopyToOtherWay,
    CopyToCopy,
    InGraph,
    CopyToKernelInGraph,
    MemsetToKernelInGraph,
    latencyCount
};

class LatencyCases
{
public:
    /// `more`: of it, what the model adds by itself.
    void add(Latency latency, std::int64_t ns, std::int64_t more = 0)
    {
        if (ns < longestLatency)
            m_cases[latency].push_back(std::max<std::int64_t>(ns - more, 0));
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

/// Copies inside the device are kernels for it: what passes before and behind them is the same (1.2 to 1.5 us in
/// streams, 0.3 in graphs, thirty traces of H200s).
bool runsOnMultiprocessors(OperationKind kind)
{
    return kind == OperationKind::Kernel || kind == OperationKind::Memset || kind == OperationKind::D2D;
}

std::optional<Latency> between(OperationKind before, OperationKind after)
{
    if (runsOnMultiprocessors(before) && runsOnMultiprocessors(after))
        return KernelToKernel;
    if (runsOnMultiprocessors(before) && isHostCopy(after))
        return KernelToCopy;
    if (isHostCopy(before) && runsOnMultiprocessors(after))
        return CopyToKernel;
    if (isHostCopy(before) && isHostCopy(after))
        return before == after ? CopyToCopy : CopyToOtherWay;
    return std::nullopt;
}

/// The operation before in a stream.
struct Former
{
    std::int64_t issue = unknownTime, end = unknownTime;
    OperationKind kind = OperationKind::Kernel;
};

int deviceOf(const Timeline &timeline, std::int32_t stream)
{
    return timeline.streams()[static_cast<std::size_t>(stream)].device;
}

DeviceIntervals copiesIn(const Timeline &timeline, OperationKind direction)
{
    DeviceIntervals copies;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == direction && timeline.streamIndices()[i] >= 0)
            copies.add(deviceOf(timeline, timeline.streamIndices()[i]), {timeline.starts()[i], timeline.ends()[i]});
    copies.sort();
    return copies;
}

/// What the model adds to a kernel's start beside `streams` others that wait, in waitingQueueNs. While the host goes on
/// to issue, and so most of the time, two streams take turns.
double sharedBeside(int streams)
{
    return streams == 1 ? fedInTurnShare : waitingShare(streams);
}

void addCase(const Span &span, const Former &former, double besideNs, LatencyCases &cases)
{
    const bool done =
        isHostCopy(span.kind) && runsOnMultiprocessors(former.kind) && former.end <= span.returned + surelyDone;
    const bool idle = former.end == unknownTime || former.end <= span.issue || done;
    if (idle) {
        cases.add(runsOnMultiprocessors(span.kind) ? CallToKernel : CallToCopy, span.start - span.returned);
        return;
    }
    if (former.end < span.returned + callReaches) // it may have waited for its call
        return;
    const std::int64_t gap = span.start - former.end;
    const bool node = span.issue == former.issue;
    if (node && runsOnMultiprocessors(span.kind))
        cases.add(former.kind == OperationKind::Memset && span.kind == OperationKind::Kernel ? MemsetToKernelInGraph
                  : runsOnMultiprocessors(former.kind)                                       ? InGraph
                                                                                             : CopyToKernelInGraph,
                  gap);
    else if (const auto latency = between(former.kind, span.kind))
        cases.add(*latency, gap, runsOnMultiprocessors(span.kind) ? std::llround(besideNs) : 0);
}

/// The nodes of the graph that was launched last, to tell what a node may have waited for on another branch.
class BranchEnds
{
public:
    /// A node of another stream ended behind `former`, the one before this in its stream, and before this began. Where
    /// copies take part the engines make them wait.
    bool mayHaveWaited(const Span &span, const Former &former)
    {
        if (std::exchange(m_issue, span.issue) != span.issue)
            m_ends.clear();
        bool other = false;
        if (former.issue == span.issue && runsOnMultiprocessors(span.kind) && runsOnMultiprocessors(former.kind))
            for (auto end = m_ends.upper_bound(span.start); end != m_ends.begin() && !other;) {
                --end;
                if (end->first <= former.end)
                    break;
                other = end->second != span.stream;
            }
        m_ends.emplace(span.end, span.stream);
        return other;
    }

private:
    std::int64_t m_issue = unknownTime;
    std::multimap<std::int64_t, std::int32_t> m_ends; ///< stream, by end
};

/// From a copy of an engine to the next one that waited for it, of another stream. To the host only where none goes to
/// the device: there it waits for that one.
class QueuedCopies
{
public:
    /// `formerEnd`: of its stream.
    void add(const Span &span, int device, std::int64_t formerEnd)
    {
        const std::int64_t ready = formerEnd == unknownTime ? span.returned : std::max(span.returned, formerEnd);
        m_copies.push_back({span.start, span.end, ready, span.stream, device, span.kind});
    }
    /// The median: a gap is long where something else made the copy wait as well.
    void set(const DeviceIntervals &copiesToDevice, std::optional<double> &figure)
    {
        constexpr std::int64_t surelyWaitedNs = 6'000;
        std::ranges::sort(m_copies, {}, &Copy::start);
        std::map<std::pair<OperationKind, int>, Copy> engines; // the last copy of each
        std::vector<std::int64_t> gaps;
        for (const Copy &copy : m_copies) {
            const auto [entry, isFirst] = engines.try_emplace({copy.kind, copy.device}, copy);
            const Copy last = std::exchange(entry->second, copy);
            const std::int64_t gap = copy.start - last.end;
            if (!isFirst && last.stream != copy.stream && copy.ready + surelyWaitedNs <= last.end && gap >= 0
                && gap < longestLatency
                && (copy.kind == OperationKind::H2D || !copiesToDevice.any(copy.device, last.end, copy.start)))
                gaps.push_back(gap);
        }
        if (gaps.size() >= enoughCases)
            figure = static_cast<double>(lowerMedian(gaps));
    }

private:
    struct Copy
    {
        std::int64_t start, end, ready;
        std::int32_t stream;
        int device;
        OperationKind kind;
    };

    std::vector<Copy> m_copies;
};

/// Turns kernels into stand-ins whose blocks run together as long as the kernel did.
class BlockTimes
{
public:
    BlockTimes(const Timeline &timeline, const DeviceProfile &profile, Program &program)
        : m_timeline(timeline), m_program(program), m_costs(profile, program), m_beside(timeline), m_tails(timeline),
          m_multiprocessors(std::max(profile.info.multiprocessors.value_or(1), 1)),
          m_gap(std::max(profile.compute.blockGapNs, 0.0))
    {}

    void run()
    {
        for (Operation &op : m_program.operations) {
            if (op.kind != OperationKind::Kernel || op.source < 0)
                continue;
            const std::int64_t capacity = m_costs.blocksAtOnce(op);
            if (!m_beside.empty() && isPersistent(op.kernel, capacity))
                setTiles(op);
            else
                setWaves(op, capacity);
        }
    }

private:
    /// Its blocks fill the device once: so do those of today's products, and take one tile after the other.
    static bool isPersistent(const KernelWork &work, std::int64_t capacity)
    {
        constexpr double nearly = 0.9;
        return work.grid <= capacity && static_cast<double>(work.grid) >= nearly * static_cast<double>(capacity);
    }

    void setWaves(Operation &op, std::int64_t capacity)
    {
        const auto length = static_cast<double>(op.durationNs);
        const std::int64_t all = wavesOf(op.kernel->grid, capacity);
        const std::int64_t most = mostWaves(length, m_gap);
        std::int64_t waves = std::min(all, most);
        if (waves < all) {
            setGrid(op, capacity * waves);
        } else if (const std::int64_t shown = std::min(wavesOfTail(op), most); waves > 1 && shown > 0) {
            const std::int64_t more = std::max(shown, waves), full = op.kernel->grid % capacity == 0 ? capacity : 0;
            setGrid(op, op.kernel->grid + capacity * (more - waves) - full / idlePart);
            waves = more;
        }
        op.durationNs = blockNs(length, waves, m_gap);
    }

    static constexpr std::int64_t idlePart = 2; ///< of the SMs, while the last blocks are at work

    /// As many as have the last one begin when others came in; 0 where the trace does not show it. Of whole waves the
    /// last one leaves room then, as blocks do that do not all take as long.
    std::int64_t wavesOfTail(const Operation &op) const
    {
        const double tail = m_tails.tail(m_timeline, static_cast<std::uint32_t>(op.source));
        return tail > 0 ? std::llround(1 / tail) : 0;
    }

    /// The blocks of a persistent kernel do the same as many more with a tile each, of which the last leave some SMs
    /// free. Where something else has SMs the other blocks take more tiles, and what waits for SMs comes in when the
    /// first blocks find no tile left: 43 us before the end of products of 351 us, and 110 of 1,430. One of 1,432 took
    /// 1,769 while an all-reduce had 24 of 132 SMs for 1,556 us (H200).
    void setTiles(Operation &op)
    {
        constexpr std::int64_t usualTiles = 8, fewest = 2, most = 32;
        const double tail = m_beside.tail(static_cast<std::uint32_t>(op.source));
        const std::int64_t tiles =
            tail > 0 ? std::clamp<std::int64_t>(std::llround(1 / tail), fewest, most) : usualTiles;
        const double length = lengthAlone(op);
        const std::int64_t waves = std::min(tiles, mostWaves(length, m_gap));
        const std::int64_t blocks = op.kernel->grid;
        if (waves > 1)
            setGrid(op, blocks * waves - blocks / idlePart);
        op.durationNs = blockNs(length, waves, m_gap);
    }

    /// What it would have taken without the collectives beside it.
    double lengthAlone(const Operation &op) const
    {
        const auto length = static_cast<double>(op.durationNs);
        const auto span = static_cast<std::uint32_t>(op.source);
        const double lost = m_beside.heldNs(span) / m_multiprocessors;
        if (lost <= 0)
            return length;
        const double rest = std::max(length - lost, length / 2);
        const auto like = static_cast<double>(m_beside.aloneNs(span));
        return like > 0 ? std::min(like, rest) : rest;
    }

    void setGrid(Operation &op, std::int64_t blocks)
    {
        KernelWork standIn = op.kernel;
        standIn.grid = static_cast<std::uint32_t>(blocks);
        op.kernel = m_kernels.shared(standIn);
    }

    const Timeline &m_timeline;
    Program &m_program;
    const CostModel m_costs;
    const BesideCollectives m_beside;
    const KernelTails m_tails;
    const double m_multiprocessors, m_gap;
    RepeatedKernels m_kernels;
};

/// By bytes: what took longer waited for other ranks.
std::map<std::uint64_t, std::int64_t> leastCollectives(const Timeline &timeline)
{
    std::map<std::uint64_t, std::int64_t> least;
    for (const auto &[span, collective] : timeline.collectives()) {
        const std::int64_t ns = timeline.ends()[span] - timeline.starts()[span];
        const auto [entry, isNew] = least.try_emplace(collective.bytes, ns);
        entry->second = std::min(entry->second, ns);
    }
    return least;
}

/// Of a stream, so far. The host stages a pageable copy to the device during its call, and its span begins somewhere in
/// that: what tells is how long after its call, or after the work before it, the copy ends.
struct LastEnds
{
    std::int64_t measured = std::numeric_limits<std::int64_t>::min();
    std::int64_t simulated = std::numeric_limits<std::int64_t>::min();
};

} // namespace

void fitLatencies(const Timeline &timeline, TimeRange range, const std::vector<std::uint32_t> &heldCopies,
                  double waitingQueueNs, TracedDevice &traced)
{
    const std::set<std::size_t> held(heldCopies.begin(), heldCopies.end());
    LatencyCases cases;
    // The profiler's own time beside copies in is the model's, not the trace's usual latency.
    const DeviceIntervals copiesToDevice = copiesIn(timeline, OperationKind::H2D),
                          copiesBack = copiesIn(timeline, OperationKind::D2H);
    const OtherStreams others(timeline);
    std::vector<Former> formers(timeline.streams().size());
    QueuedCopies queuedCopies;
    BranchEnds branchEnds;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Span span = timeline.span(i);
        if (!runsOnGpu(span.kind) || span.stream < 0 || span.issue == unknownTime || span.returned == unknownTime
            || span.start < range.begin || span.start >= range.end || timeline.isMigration(i))
            continue;
        Former &former = formers[static_cast<std::size_t>(span.stream)];
        // A pageable copy starts during its call.
        const bool pageable = span.from == MemoryKind::Pageable || span.to == MemoryKind::Pageable;
        const bool beside = former.end != unknownTime && runsOnMultiprocessors(span.kind)
                            && runsOnMultiprocessors(former.kind)
                            && copiesToDevice.any(deviceOf(timeline, span.stream), span.start, span.start + 1);
        // Its engine may have served another stream until then.
        const std::int64_t ready = former.end == unknownTime ? span.issue : std::max(span.issue, former.end);
        const bool queued = isHostCopy(span.kind)
                            && (span.kind == OperationKind::H2D ? copiesToDevice : copiesBack)
                                   .any(deviceOf(timeline, span.stream), ready, span.start);
        const bool onSms =
            former.end != unknownTime && runsOnMultiprocessors(span.kind) && runsOnMultiprocessors(former.kind);
        const bool noRoom =
            span.issue == former.issue && span.start - former.end > nodeComes && others.running(span, former.end);
        const bool letGo = onSms && (noRoom || others.letGo(span, former.end));
        if (!branchEnds.mayHaveWaited(span, former) && !pageable && !beside && !queued && !letGo && !held.contains(i))
            addCase(span, former, waitingQueueNs * sharedBeside(others.waiting(span, former.end)), cases);
        if (!pageable && isHostCopy(span.kind))
            queuedCopies.add(span, deviceOf(timeline, span.stream), former.end);
        former = {span.issue, span.end, span.kind};
    }
    cases.set(CallToKernel, traced.callToKernelNs);
    cases.set(CallToCopy, traced.callToCopyNs);
    cases.set(KernelToKernel, traced.kernelToKernelNs);
    cases.set(KernelToCopy, traced.kernelToCopyNs);
    cases.set(CopyToKernel, traced.copyToKernelNs);
    cases.set(CopyToOtherWay, traced.copyToOtherWayNs);
    cases.set(CopyToCopy, traced.copyToCopyNs);
    cases.set(InGraph, traced.graphNodeNs);
    cases.set(CopyToKernelInGraph, traced.copyToKernelInGraphNs);
    cases.set(MemsetToKernelInGraph, traced.memsetToKernelInGraphNs);
    queuedCopies.set(copiesToDevice, traced.queuedCopyNs);
}

void setBlockTimes(const Timeline &timeline, const DeviceProfile &profile, Program &program)
{
    BlockTimes(timeline, profile, program).run();
}

bool fitLengths(const Timeline &timeline, std::int64_t begin, const SimulatedTimes &times, std::uint64_t unheldBytes,
                Program &program)
{
    constexpr double rightEnough = 0.005;
    const std::map<std::uint64_t, std::int64_t> least = leastCollectives(timeline);
    std::vector<LastEnds> lastEnds(program.streams.size());
    bool changed = false;
    for (std::size_t i = 0; i < times.size(); ++i) {
        Operation &op = program.operations[i];
        if (op.source < 0 || op.kind == OperationKind::Sync || !runsOnGpu(op.kind))
            continue;
        const auto source = static_cast<std::size_t>(op.source);
        auto measured = static_cast<double>(timeline.ends()[source] - std::max(timeline.starts()[source], begin));
        auto simulated = static_cast<double>(times.end(i) - times.start(i));
        const LastEnds former =
            std::exchange(lastEnds[static_cast<std::size_t>(op.stream)], {timeline.ends()[source], times.end(i)});
        if (op.kind == OperationKind::H2D && op.bytes > unheldBytes && program.hostMemoryOf(op) == HostMemory::Pageable)
            if (const std::int64_t issue = timeline.span(source).issue; issue != unknownTime) {
                measured = static_cast<double>(timeline.ends()[source] - std::max(issue, former.measured));
                simulated = static_cast<double>(times.end(i) - std::max(times.issue(i), former.simulated));
            }
        if (const Collective *collective = timeline.collective(source))
            measured =
                std::min(measured, static_cast<double>(std::max(least.at(collective->bytes),
                                                                timeline.ends()[source] - begin - times.start(i))));
        if (measured <= 0 || simulated <= 0 || std::abs(measured / simulated - 1) < rightEnough)
            continue;
        if (timeline.collective(source))
            op.durationNs = std::llround(measured);
        else if (op.kind == OperationKind::Kernel)
            op.durationNs = std::max<std::int64_t>(
                1, std::llround(static_cast<double>(op.durationNs) * std::clamp(measured / simulated, 0.5, 2.0)));
        else
            op.setTimeFactor(std::clamp(op.timeFactor() * measured / simulated, smallestFactor, largestFactor));
        changed = true;
    }
    return changed;
}

} // namespace streamscope
