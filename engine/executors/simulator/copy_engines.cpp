// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/copy_engines.h"
#include "engine/executors/simulator/queues/channel_looks.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr double looksOfStagedCopies = 2.2, gatedLooksOfStagedCopies = 2.1;
/// The channel of the kernels sees the end of a host function, and hands it on to that of the copies: copies began 5 us
/// later behind one than kernels did by CUPTI, and 8 by whole runs; behind a kernel 4 (chains of ten, an H200).
constexpr double startBehindFunctionNs = 4000;
/// Of the latency of a copy that passes the engine, where another stream's came just before: the front end turns from
/// channel to channel. 100 copies of 64 bytes to 1 KiB behind a gate took 1.4 to 1.6 us each on 4 to 47
/// streams, and 2.3 to 2.6 on one (H200).
constexpr double inTurnShare = 0.57;
/// A stream of another device than the first begins its copies so much later: it has waited for an event of the first.
constexpr double otherDeviceNs = 4000;

/// Rule C5: one queue in issue order, or channels. The nodes of a graph go through them as well: of 10 branches with 42
/// chunks, all copies to the device first, hardly any came back before the last was there (909 us on an H200; 650 if
/// each branch had a channel of its own).
int copyChannels(const DeviceProfile &profile)
{
    return profile.copies.order == CopyOrder::IssueOrder ? 1 : profile.copies.queues;
}

/// Behind a gate, where all copies between devices go directly and one way: the first begins that much sooner than in a
/// live run, and each that follows takes a little longer. One copy of 344 KiB and two of 34 to 490 were there 22.7 us
/// after the gate's opening, two of 716 sometimes, and 18 to 34 as the model has them (five machines with two H200s).
constexpr double gatedSoonerNs = 4600, gatedLongerNs = 200;

/// `operations` is empty where the rule does not hold.
bool isAmong(const std::vector<bool> &operations, std::int32_t operation)
{
    return !operations.empty() && operations[static_cast<std::size_t>(operation)];
}

bool peersGoOneWay(const Program &program)
{
    const Operation *first = nullptr;
    const auto deviceOf = [&program](const BufferRanges &ranges) {
        return program.buffers[static_cast<std::size_t>(ranges.front().buffer)].device;
    };
    return std::all_of(program.operations.begin(), program.operations.end(), [&](const Operation &operation) {
        if (operation.kind != OperationKind::Peer)
            return true;
        first = first ? first : &operation;
        return deviceOf(operation.reads) == deviceOf(first->reads)
               && deviceOf(operation.writes) == deviceOf(first->writes);
    });
}

} // namespace

CopyEngines::CopyEngines(const DeviceProfile &profile, const Program &program, const CostModel &costs,
                         EventQueue &events, EngineListener &listener, OperationStates &states, int devices)
    : m_profile(profile), m_program(program), m_costs(costs), m_events(events), m_listener(listener), m_waiting(states),
      m_busy(static_cast<std::size_t>(devices), 0), m_computeBusy(m_busy.size(), 0), m_kernelEnds(m_busy.size(), -1),
      m_memsetEnds(m_busy.size(), -1), m_functionEnds(m_busy.size(), -1),
      m_peersOneWay(devices > 1 && program.submission == Submission::Gated && program.peerAccess
                    && peersGoOneWay(program))
{
    if (program.submission == Submission::Live && !program.traced)
        m_behindJoins = copiesBehindJoinedKernels(program, 2);
    if (program.submission == Submission::Graph) {
        m_behindJoins = copiesBehindJoinedKernels(program, 1);
        m_inChains = copiesInLoneChains(program);
        m_branchEnds = copiesBackOfBranches(program);
    }
    m_servers.resize(m_busy.size() * roleCount,
                     Server{CopyQueue(copyChannels(profile), program.streams.size(), program.traced.has_value(),
                                      program.submission == Submission::Graph)});
}

std::int32_t CopyEngines::serverOf(std::int32_t operation) const
{
    const Operation &what = m_program.operations[operation];
    const std::int32_t first = m_program.streams[what.stream].device * roleCount;
    if (what.kind == OperationKind::Peer)
        return first + peerRole;
    if (m_profile.info.hasOneCopyEngine() || what.kind == OperationKind::H2D)
        return first + h2dRole;
    return first + (what.kind == OperationKind::D2H ? d2hRole : insideRole);
}

void CopyEngines::touch(std::int32_t index)
{
    if (std::exchange(m_servers[index].touched, true))
        return;
    m_touched.push_back(index);
}

void CopyEngines::lookAgain(int device)
{
    for (std::int32_t role = 0; role < roleCount; ++role)
        touch(device * roleCount + role);
}

void CopyEngines::enqueue(std::int32_t operation, bool free, bool behindMemory)
{
    const std::int32_t place = m_waiting.enter(operation);
    m_copies.resize(m_waiting.size());
    m_places.resize(m_waiting.size());
    m_ready.resize(m_waiting.size());
    m_copies[place] = operation;
    m_places[place] = {};
    m_ready[place] = {};
    m_ready[place].issued = m_events.now();
    m_ready[place].free = free;
    m_ready[place].behindMemory = behindMemory;
    m_ready[place].cameFirst =
        m_servers[serverOf(operation)].queue.push(place, m_program.operations[operation].stream, m_places);
}

void CopyEngines::becameReady(std::int32_t operation)
{
    const std::int32_t index = serverOf(operation);
    const std::int32_t place = m_waiting.of(operation);
    m_servers[index].queue.becameReady(place, m_places);
    Ready &ready = m_ready[place];
    ready.since = m_events.now();
    ready.earliest = earliestStart(index, operation);
    touch(index);
}

/// Rule C1: without copy engines the device does one thing at a time.
bool CopyEngines::mayStart(std::int32_t server) const
{
    const auto device = static_cast<std::size_t>(deviceOf(server));
    return m_profile.info.asyncEngineCount > 0 || (m_busy[device] == 0 && m_computeBusy[device] == 0);
}

void CopyEngines::dispatch()
{
    for (std::size_t i = 0; i < m_touched.size(); ++i) {
        const std::int32_t index = m_touched[i];
        Server &server = m_servers[index];
        server.touched = false;
        const auto isSeen = [this](std::int32_t place) { return m_ready[place].earliest <= m_events.now(); };
        if (server.active < 0 && server.queue.hasReady() && mayStart(index))
            start(index, m_copies[server.queue.take(m_places, isSeen)]);
        if (server.active >= 0 && server.between < 0 && server.queue.hasReady() && m_costs.isStaged(server.active)
            && server.bytes > m_profile.copies.stagingPieceBytes)
            startBetween(index);
    }
    m_touched.clear();
}

/// A pageable copy that goes piece by piece leaves its engine idle most of the time, and a copy of another channel that
/// the driver does not stage passes between two pieces: beside 12 MiB to pageable memory at 11 GB/s, 71 copies of 4 KiB
/// back began 3 to 46 us behind the end of their kernel, 30 in the median (an H200), the time of 333 KiB.
void CopyEngines::startBetween(std::int32_t index)
{
    constexpr double waitedShare = 0.325; // of a piece
    Server &server = m_servers[index];
    const auto passes = [this](std::int32_t place) { return !m_costs.isStaged(m_copies[place]); };
    const std::int32_t place = server.queue.takeBetween(m_places, passes);
    if (place < 0)
        return;
    const std::int32_t operation = m_copies[place];
    const double waitNs =
        waitedShare * static_cast<double>(m_profile.copies.stagingPieceBytes) / std::max(server.fullRate, 1e-3);
    const CostModel::CopyParts parts = m_costs.copy(operation, true);
    const std::int64_t time = m_events.now() + wholeNs(waitNs);
    m_waiting.leave(operation);
    server.between = operation;
    ++m_busy[static_cast<std::size_t>(deviceOf(index))];
    m_listener.started(operation, time);
    m_events.schedule(time + wholeNs(parts.latencyNs + parts.transferNs), SimulatedEventType::CopyStep,
                      index + static_cast<std::int32_t>(m_servers.size()), 0);
}

void CopyEngines::finishBetween(std::int32_t index)
{
    const std::int32_t operation = std::exchange(m_servers[index].between, -1);
    --m_busy[static_cast<std::size_t>(deviceOf(index))];
    touch(index);
    m_listener.finished(operation);
}

/// When an idle engine starts a copy that its stream has reached just now: the signal of a kernel's end takes its time,
/// that of another engine longer, and what the host calls for must be fetched.
std::int64_t CopyEngines::earliestStart(std::int32_t index, std::int32_t operation) const
{
    const std::int64_t now = m_events.now();
    const DeviceProfile::Copies &copies = m_profile.copies;
    const std::int32_t device = deviceOf(index);
    if (m_servers[index].lastEnd == now)
        return now;
    if (roleOf(index) == peerRole && m_profile.links.peerStartNs > 0)
        return now
               + wholeNs(std::max(0.0, m_profile.links.peerStartNs - (m_peersOneWay ? gatedSoonerNs : 0))
                         + (device > 0 ? otherDeviceNs : 0));
    const bool behindKernel = m_kernelEnds[static_cast<std::size_t>(device)] == now;
    bool behindCopy = false;
    for (std::int32_t role = 0; role < roleCount; ++role)
        behindCopy = behindCopy || m_servers[device * roleCount + role].lastEnd == now;
    const bool behindFunction = copies.hasLooks() && m_functionEnds[static_cast<std::size_t>(device)] == now;
    if (!behindKernel && !behindCopy && !behindFunction)
        return now + wholeNs(behindCallNs(index, operation));
    // A graph's nodes follow its edges, not streams' channels.
    const bool graph = m_program.submission == Submission::Graph
                       || (m_costs.isUntracedNode(operation) && !m_costs.beginsUntracedGraph(operation));
    const std::int32_t waiting = m_servers[index].queue.waitingHeads();
    double signal = graph          ? copies.graphStartNs
                    : behindKernel ? copies.startBehindKernelNs
                    : behindCopy   ? copies.startBehindCopyNs
                                   : copies.startBehindKernelNs + startBehindFunctionNs;
    if (m_costs.beginsUntracedGraph(operation))
        signal = std::max(signal, m_profile.compute.graphStartNs);
    const std::int64_t seen = now + wholeNs(signal + (graph ? 0 : copies.waitingChannelNs * waiting));
    // An engine that works looks at the channels when it is done. What the host stages has its looks in its latency,
    // where no trace shows them.
    const bool stagedUntraced = m_costs.isStaged(operation) && !m_program.traced;
    if (m_servers[index].active >= 0 || stagedUntraced || m_costs.isInline(operation))
        return seen;
    // Behind a gate the first copies after a memset start at once (docs/measurements/channels.md, 6).
    const bool gatedMemset =
        m_program.submission == Submission::Gated && m_memsetEnds[static_cast<std::size_t>(device)] == now;
    const bool waited =
        !gatedMemset
        && m_ready[m_waiting.of(operation)].issued < now; // for what its channel looks at times that are not known
    const std::int64_t later = waited ? seen + wholeNs(lookNs(index, operation, seen, graph)) : seen;
    if (graph || !m_program.traced)
        return later;
    // The engine comes to what the host calls for some time behind the call, and need not look again for what is done
    // by then. Only where a trace says when calls were: it made five of seven drawn configurations worse.
    const std::int64_t firstLook = m_ready[m_waiting.of(operation)].issued + wholeNs(copies.startNs);
    return firstLook >= now ? std::min(later, firstLook) : later;
}

/// From a call until its copy begins on an idle engine. Of a live run, one that comes through another channel than the
/// last copy begins later (copies on five streams in turn, with a synchronisation behind each, took 0.5 to 1.2 us more
/// than on one), and so does one behind memory from a pool: 1.2 us (H200s).
double CopyEngines::behindCallNs(std::int32_t index, std::int32_t operation) const
{
    constexpr double otherChannel = 0.4, behindMemory = 0.8;
    const Server &server = m_servers[index];
    const std::int32_t place = m_waiting.of(operation);
    if (!m_costs.isUntracedLive())
        return m_profile.copies.startNs;
    const bool other = server.lastEnd >= 0 && server.channel != m_places[place].channel;
    const double later = (other ? otherChannel : 0) + (m_ready[place].behindMemory ? behindMemory : 0);
    return m_profile.copies.startNs * (1 + later);
}

/// Its channel came to it at its call, and neither the host's calls nor other channels make it look meanwhile. Behind a
/// memset it was not seen to wait for a look.
bool CopyEngines::knowsLooks(std::int32_t index, std::int32_t operation) const
{
    const Ready &ready = m_ready[m_waiting.of(operation)];
    return m_costs.isUntracedLive() && m_profile.copies.waitsForLooks() && ready.cameFirst && !m_listener.hostIssues()
           && m_servers[index].queue.waitingHeads() == 0
           && m_memsetEnds[static_cast<std::size_t>(deviceOf(index))] != m_events.now();
}

/// How long a copy of up to 12 KiB waits from `seen` on for its first look or its second; empty behind both. Whether
/// the first one finds the kernel's end hangs on half a microsecond: rounds of 0.5 to 2 KiB took 15 to 16 us or 22,
/// whole runs the one or the other, with kernels of 0.4 us mostly the one and of 1.1 us the other (an H200,
/// docs/measurements/channels.md, 10).
std::optional<double> CopyEngines::smallLookNs(std::int32_t index, std::int32_t operation, std::int64_t seen) const
{
    // A look finds an end that is seen so much later, up to 2 KiB; less by so much for each byte more.
    constexpr double tiny = 2 << 10, tinyFoundNs = 1450, lessPerByteNs = 0.31, leastFoundNs = 590;
    constexpr double knownNs = 450; // as calls vary
    const double period = m_profile.copies.semaphoreRetryNs;
    const double more = std::max(static_cast<double>(m_program.operations[operation].bytes) - tiny, 0.0);
    const double foundNs = std::max(tinyFoundNs - lessPerByteNs * more, leastFoundNs);
    const double called = static_cast<double>(m_ready[m_waiting.of(operation)].issued);
    const double behind = static_cast<double>(seen) - called - behindCallNs(index, operation);
    if (behind > period)
        return {};
    return std::clamp((behind - foundNs + knownNs) / (2 * knownNs), 0.0, 1.0) * (period - behind);
}

/// How long it waits from `seen` on then.
double CopyEngines::liveLookNs(std::int32_t index, std::int32_t operation, std::int64_t seen) const
{
    // From when a signal is seen until a look finds it.
    constexpr std::uint64_t mostSmall = 12 << 10;
    const bool isSmall = m_program.operations[operation].bytes <= mostSmall;
    if (const std::optional<double> small = isSmall ? smallLookNs(index, operation, seen) : std::nullopt)
        return *small;
    const double foundNs = isSmall ? -1500 : 300;
    const DeviceProfile::Copies &copies = m_profile.copies;
    const Server &in = m_servers[deviceOf(index) * roleCount + h2dRole];
    const std::int64_t inTo = in.active >= 0 ? m_events.now() : in.lastEnd;
    const double called = static_cast<double>(m_ready[m_waiting.of(operation)].issued);
    const ChannelLooks looks{called + copies.startNs, copies.semaphoreRetryNs, static_cast<double>(in.lastStart),
                             static_cast<double>(inTo)};
    return foundNs + looks.untilBeginNs(static_cast<double>(seen) + foundNs);
}

/// How long a copy that its stream has reached at `seen` waits until its channel looks: in the mean half a period.
/// Behind a gate an engine of one channel looks each period after it began its last copy: pipelines of small chunks
/// took 8.4 us a chunk with kernels of 1 us, and 16.3 to 16.9 with kernels of 2 to 5 us (H200s,
/// docs/measurements/channels.md, 6). After copies of 100 KiB and more it looks at any time.
double CopyEngines::lookNs(std::int32_t index, std::int32_t operation, std::int64_t seen, bool graph) const
{
    constexpr double signalNs = 700; // of the way to `seen`, which the look need not wait for
    constexpr double behindLiveJoin = 0.3;
    constexpr std::uint64_t large = 100 << 10;
    const DeviceProfile::Copies &copies = m_profile.copies;
    const Server &server = m_servers[index];
    const std::int32_t device = deviceOf(index);
    const bool behindKernel = m_kernelEnds[static_cast<std::size_t>(device)] == m_events.now();
    const bool inChannel = server.lastStart >= 0 && server.channel == m_places[m_waiting.of(operation)].channel
                           && server.queue.waitingHeads() == 0 && server.bytes < large;
    if (behindKernel && inChannel && m_program.submission == Submission::Gated && copies.waitsForLooks()) {
        constexpr double knownNs = 2000;
        const double elapsed = std::max(static_cast<double>(seen - server.lastStart) - signalNs, 0.0);
        return untilLookNs(std::fmod(elapsed, copies.semaphoreRetryNs), copies.semaphoreRetryNs, knownNs);
    }
    const double liveShare = isAmong(m_behindJoins, operation) ? behindLiveJoin : 1;
    if (knowsLooks(index, operation))
        return liveShare * liveLookNs(index, operation, seen);
    if (graph)
        return graphLookNs(index, operation, behindKernel);
    const bool isFed = m_listener.hostIssues() && m_memsetEnds[static_cast<std::size_t>(device)] != m_events.now();
    return shareBehindCopy(index, operation, behindKernel) * liveShare * copies.semaphoreRetryNs / 2
           * (isFed ? EngineListener::fedShare : 1);
}

/// Behind a copy to the host of its stream, one to the device is seen in half the time. One to the host of 4 to 128 KiB
/// behind one to the device in a third, where the program has one stream: frames took 16.7 us each with 4 to 32 KiB,
/// not 19, and as long as before with 2 and with 192 KiB (an H200; 20 drawn runs of 14).
double CopyEngines::shareBehindCopy(std::int32_t index, std::int32_t operation, bool behindKernel) const
{
    constexpr std::uint64_t least = 4 << 10, most = 128 << 10;
    constexpr double live = 0.35, gated = 0.5;
    if (behindKernel)
        return 1;
    if (roleOf(index) == h2dRole)
        return 0.5;
    const std::uint64_t bytes = m_program.operations[operation].bytes;
    if (m_program.traced || m_program.streams.size() != 1 || bytes < least || bytes > most)
        return 1;
    if (m_program.submission == Submission::Gated)
        return m_servers[index].lastStart >= 0 && bytes > least ? gated : 1;
    return m_costs.isUntracedLive() ? live : 1;
}

/// The same of a node of a graph. One to the host behind one to the device does not wait at all: with it runs both ways
/// of 5 to 20 copies were 5 us too long (61 drawn ones). One to the host while others wait in other channels is seen in
/// half the time: depth-first on 2 and 3 branches graphs were 7 to 13 percent too long.
double CopyEngines::graphLookNs(std::int32_t index, std::int32_t operation, bool behindKernel) const
{
    constexpr double inLoneChain = 0.25, inTurn = 0.5;
    const double wait = m_profile.copies.graphRetryNs;
    if (isAmong(m_behindJoins, operation) || isAmong(m_branchEnds, operation))
        return 0;
    if (!behindKernel && roleOf(index) == d2hRole)
        return 0;
    if (isAmong(m_inChains, operation))
        return inLoneChain * wait;
    if (roleOf(index) == d2hRole && m_servers[index].queue.waitingHeads() > 0)
        return inTurn * wait;
    return shareBehindCopy(index, operation, behindKernel) * wait;
}

/// An engine takes a copy a moment after its stream has reached it, unless that waited for the engine's own copy: then
/// it has the next at hand, though a trace may show a moment between them. So it has the copies of a graph that wait
/// for nothing but its launch.
std::int64_t CopyEngines::startTime(std::int32_t index, const Ready &ready, bool passesEngine) const
{
    if (m_profile.unitNs > 0)
        return m_events.now();
    const Server &server = m_servers[index];
    const bool next = ready.since == server.lastEnd;
    const std::int64_t time = next ? m_events.now() : std::max(m_events.now(), ready.earliest);
    if (passesEngine || server.lastEnd < 0 || (!next && m_program.submission == Submission::Graph && ready.free))
        return time;
    return std::max(time, server.lastEnd + wholeNs(gapNs(index, next)));
}

void CopyEngines::start(std::int32_t index, std::int32_t operation)
{
    constexpr double longestGap = 2.5; // of the time from copy to copy
    Server &server = m_servers[index];
    const bool passesEngine = m_costs.passesEngine(operation) && m_program.submission != Submission::Graph;
    const Ready &ready = m_ready[m_waiting.of(operation)];
    const std::int64_t time = startTime(index, ready, passesEngine);
    const auto waitedNs = static_cast<double>(time - ready.issued);
    m_waiting.leave(operation);
    const Operation &copy = m_program.operations[operation];
    const bool otherStream = std::exchange(server.stream, copy.stream) != copy.stream;
    server.channel = server.queue.served();
    server.bytes = copy.bytes;
    const double soon = std::max(longestGap * m_profile.copies.queuedStartNs, m_profile.copies.nextStartNs);
    const bool chained = server.lastEnd >= 0 && time <= server.lastEnd + wholeNs(soon);
    const CostModel::CopyParts parts = m_costs.copy(operation, chained, waitedNs);
    server.active = operation;
    server.lastStart = time;
    server.moving = false;
    server.remainingNs = server.transferNs = parts.transferNs;
    server.fullRate = static_cast<double>(copy.bytes) / std::max(parts.transferNs, 1e-3);
    ++server.generation;
    ++m_busy[static_cast<std::size_t>(deviceOf(index))];
    m_listener.started(operation, time);
    double latency = parts.latencyNs + (m_profile.unitNs > 0 ? 0 : loadedNs(index));
    if (passesEngine) {
        server.queue.leaveChannel();
        latency *= chained && otherStream ? inTurnShare : 1;
    }
    if (chained && roleOf(index) == peerRole && m_peersOneWay)
        latency += gatedLongerNs;
    if (chained && roleOf(index) == peerRole && isHandedOnSoon(index)) {
        const bool live = m_program.submission == Submission::Live;
        const double looks = live ? looksOfStagedCopies : gatedLooksOfStagedCopies;
        latency = std::min(latency, looks * m_profile.copies.semaphoreRetryNs);
    }
    if (!chained && roleOf(index) == peerRole)
        latency = std::max(latency - firstStagedSoonerNs(index), 0.0);
    m_events.schedule(time + wholeNs(latency), SimulatedEventType::CopyStep, index, server.generation);
}

/// A copy between devices that the driver stages: each half waits until its channel looks. Where a half is done within
/// a period, and nothing comes the other way, the next copy follows after little more than two (16 to 20 us on four
/// machines with two H200s).
bool CopyEngines::isHandedOnSoon(std::int32_t index) const
{
    if (m_program.peerAccess || isAnswered(index, false))
        return false;
    const auto bytes = static_cast<double>(m_program.operations[m_servers[index].active].bytes);
    const CopyCost &in = m_profile.copies.h2d.pinned;
    return in.latencyNs + bytes / in.bandwidthAt(bytes) * 1e9 < m_profile.copies.semaphoreRetryNs;
}

/// The first of small staged copies of one direction, which finds the channels empty, begins a look sooner than those
/// of larger ones: 1 to 6 copies of 64 KiB to 1 MiB behind a gate were up to 13 us too long, live ones 5 us in the
/// median (sweeps and drawn configurations on fourteen machines with two H200s).
double CopyEngines::firstStagedSoonerNs(std::int32_t index) const
{
    constexpr std::uint64_t mostSmall = 1536 << 10;
    constexpr double liveShare = 0.7;
    if (m_program.peerAccess || isAnswered(index, false)
        || m_program.operations[m_servers[index].active].bytes > mostSmall)
        return 0;
    return m_profile.copies.semaphoreRetryNs * (m_program.submission == Submission::Live ? liveShare : 1);
}

int CopyEngines::sourceOf(std::int32_t operation) const
{
    return m_program.buffers[m_program.operations[operation].reads.front().buffer].device;
}

int CopyEngines::destinationOf(std::int32_t operation) const
{
    return m_program.buffers[m_program.operations[operation].writes.front().buffer].device;
}

/// What is left of the way to the host when neighbours want more than it carries.
double CopyEngines::hostLinkShare(std::int32_t index) const
{
    const double linkRate = m_profile.links.hostLinkBytesPerSecond / 1e9;
    const int neighbours = m_profile.links.devicesPerHostLink;
    if (linkRate <= 0 || neighbours < 2)
        return 1;
    const int first = deviceOf(index) / neighbours * neighbours;
    double wanted = 0;
    for (int device = first; device < std::min(first + neighbours, static_cast<int>(m_busy.size())); ++device) {
        const Server &other = m_servers[device * roleCount + roleOf(index)];
        wanted += other.active >= 0 && other.moving ? other.fullRate : 0;
    }
    return wanted > linkRate ? linkRate / wanted : 1;
}

/// Copies that leave the same device, or enter the same one, share its links.
double CopyEngines::peerShare(std::int32_t index) const
{
    const int from = sourceOf(m_servers[index].active);
    const int to = destinationOf(m_servers[index].active);
    int leaving = 0, entering = 0;
    for (std::int32_t other = peerRole; other < static_cast<std::int32_t>(m_servers.size()); other += roleCount) {
        if (m_servers[other].active < 0 || !m_servers[other].moving)
            continue;
        leaving += sourceOf(m_servers[other].active) == from ? 1 : 0;
        entering += destinationOf(m_servers[other].active) == to ? 1 : 0;
    }
    return 1.0 / std::max({leaving, entering, 1});
}

/// Copies that the driver stages through the host slow each other when they go both ways. `moving`: past the latency.
bool CopyEngines::isAnswered(std::int32_t index, bool moving) const
{
    const int from = sourceOf(m_servers[index].active), to = destinationOf(m_servers[index].active);
    for (std::int32_t other = peerRole; other < static_cast<std::int32_t>(m_servers.size()); other += roleCount)
        if (m_servers[other].active >= 0 && (m_servers[other].moving || !moving)
            && sourceOf(m_servers[other].active) == to && destinationOf(m_servers[other].active) == from)
            return true;
    return false;
}

/// Copies through the host in both directions share its memory. With all calls made before, they lose six tenths of
/// what they lose where the host makes calls meanwhile (eleven machines with two H200s).
double CopyEngines::stagedTwoWayFactor() const
{
    constexpr double lessLost = 0.6;
    const double factor = m_profile.links.stagedTwoWayFactor;
    return m_program.submission == Submission::Live ? factor : 1 - lessLost * (1 - factor);
}

/// Rule C7: while both directions move data, each has only its part of the rate.
double CopyEngines::rateOf(std::int32_t index) const
{
    const Role role = roleOf(index);
    if (role == insideRole)
        return 1;
    if (role == peerRole)
        return peerShare(index) * (!m_program.peerAccess && isAnswered(index, true) ? stagedTwoWayFactor() : 1);
    const Server &other = m_servers[deviceOf(index) * roleCount + (role == h2dRole ? d2hRole : h2dRole)];
    double factor = 1;
    if (other.active >= 0 && other.moving)
        factor = role == h2dRole ? m_profile.copies.h2dTwoWayFactor : m_profile.copies.d2hTwoWayFactor;
    return std::min(factor, hostLinkShare(index));
}

void CopyEngines::schedule(std::int32_t index)
{
    Server &server = m_servers[index];
    ++server.generation;
    m_events.schedule(m_events.now() + wholeNs(server.remainingNs / server.rate), SimulatedEventType::CopyStep, index,
                      server.generation);
}

void CopyEngines::updateRates()
{
    for (std::int32_t index = 0; index < static_cast<std::int32_t>(m_servers.size()); ++index) {
        Server &server = m_servers[index];
        if (server.active < 0 || !server.moving)
            continue;
        const double rate = rateOf(index);
        if (rate == server.rate)
            continue;
        const double passed = static_cast<double>(m_events.now() - server.updatedAt);
        server.remainingNs = std::max(0.0, server.remainingNs - passed * server.rate);
        server.updatedAt = m_events.now();
        server.rate = rate;
        schedule(index);
    }
}

void CopyEngines::step(std::int32_t index, std::uint32_t generation)
{
    if (const auto servers = static_cast<std::int32_t>(m_servers.size()); index >= servers) {
        finishBetween(index - servers);
        return;
    }
    Server &server = m_servers[index];
    if (generation != server.generation || server.active < 0)
        return;
    if (!server.moving && server.remainingNs > 0) {
        server.moving = true;
        server.updatedAt = m_events.now();
        server.rate = rateOf(index);
        schedule(index);
        updateRates();
        return;
    }
    const std::int32_t operation = server.active;
    server.active = -1;
    server.moving = false;
    server.lastEnd = m_events.now();
    --m_busy[static_cast<std::size_t>(deviceOf(index))];
    touch(index);
    if (m_profile.info.asyncEngineCount == 0)
        lookAgain(deviceOf(index));
    updateRates();
    m_listener.finished(operation);
}

} // namespace streamscope
