// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/cost_model.h"

#include "engine/device/ring_time.h"
#include "engine/executors/simulator/cached_sources.h"
#include "engine/executors/simulator/host/call_history.h"
#include "engine/executors/simulator/simulated_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace streamscope {

namespace {

/// A number from 0 to 1 that depends on nothing but its arguments (the mixing function of SplitMix64).
double drawnShare(std::uint64_t seed, std::uint64_t operation, std::uint64_t what)
{
    std::uint64_t z = seed * 0x9E3779B97F4A7C15ULL + operation * 0xD1B54A32D192ED03ULL + what * 0x8CB92BA72F3D8DD7ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    z ^= z >> 31U;
    return static_cast<double>(z >> 11U) * 0x1.0p-53;
}

} // namespace

bool CostModel::hasPageable(const Program &program)
{
    return std::any_of(program.buffers.begin(), program.buffers.end(), [](const Buffer &buffer) {
        return buffer.place == BufferPlace::Host && buffer.hostMemory == HostMemory::Pageable;
    });
}

/// What a trace's copies took says how much lay in caches.
std::vector<float> CostModel::sourcesInCaches(const DeviceProfile &profile, const Program &program)
{
    const bool known = profile.copies.h2d.pageable.cachedBytesPerSecond > 0 && !program.traced && hasPageable(program);
    return known ? cachedSources(program) : std::vector<float>();
}

std::vector<std::uint64_t> CostModel::untracedRuns(const Program &program)
{
    return hasPageable(program) && !program.traced ? sourceRuns(program) : std::vector<std::uint64_t>();
}

std::int32_t CostModel::firstPinnedFree(const Program &program)
{
    const auto first =
        std::find_if(program.operations.begin(), program.operations.end(), [](const Operation &operation) {
            return operation.kind == OperationKind::Free && operation.stream < 0
                   && operation.allocation == AllocationPlace::PinnedHost;
        });
    return static_cast<std::int32_t>(first - program.operations.begin());
}

std::vector<CostModel::UntracedPlace> CostModel::untracedNodes(const DeviceProfile &profile, const Program &program)
{
    if (profile.compute.graphStartNs <= 0)
        return {};
    using enum UntracedPlace;
    std::vector<UntracedPlace> places(program.operations.size(), None);
    std::map<std::int32_t, bool> branches; // of the graph, by stream: whether all its nodes are copies to the device
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Operation &node = program.operations[i];
        if (node.graph == Operation::none)
            continue;
        if (i == 0 || program.operations[i - 1].graph != node.graph) { // it has the graph's call
            places[i] = node.callNs < 0 ? First : None;
            branches = {{node.stream, node.kind == OperationKind::H2D}};
            continue;
        }
        const UntracedPlace before = places[i - 1];
        const bool behindCopies =
            (before == First || before == BehindCopies) && isHostCopy(program.operations[i - 1].kind);
        const auto [branch, isNew] = branches.try_emplace(node.stream, true);
        const bool beginsBranch = !isNew && branches.size() > 1 && branch->second && node.kind == OperationKind::Kernel;
        branch->second = branch->second && node.kind == OperationKind::H2D;
        places[i] = before == None ? None : behindCopies ? BehindCopies : beginsBranch ? BranchBehindCopies : Later;
    }
    return places;
}

std::optional<HostMemory> CostModel::onlyHostMemory(const Program &program)
{
    std::optional<HostMemory> only;
    for (const Buffer &buffer : program.buffers) {
        if (buffer.place != BufferPlace::Host)
            continue;
        if (only && *only != buffer.hostMemory)
            return std::nullopt;
        only = buffer.hostMemory;
    }
    return only;
}

double CostModel::jitter(const Spread &spread, std::int32_t operation, std::uint64_t what) const
{
    if (!m_jitterSeed)
        return 1;
    return spread.factorAt(drawnShare(*m_jitterSeed, static_cast<std::uint64_t>(operation), what));
}

CostModel::CopyParts CostModel::copy(std::int32_t index, bool chained, double waitedNs) const
{
    const Operation &operation = m_program.operations[index];
    const double stretch = jitter(m_profile.jitter.copy, index, 1) * operation.timeFactor();
    if (m_profile.unitNs > 0)
        return {m_profile.unitNs * stretch, 0};
    const double bytes = static_cast<double>(operation.bytes);
    if (operation.kind == OperationKind::Peer && !m_program.peerAccess && !m_profile.links.staged.bandwidth.empty()) {
        const CopyCost &staged = m_profile.links.staged;
        return {staged.latencyNs * stretch, bytes / staged.bandwidthAt(bytes) * 1e9 * stretch};
    }
    if (operation.kind == OperationKind::Peer && !m_program.peerAccess) {
        const CopyCost &out = m_profile.copies.d2h.pinned, &in = m_profile.copies.h2d.pinned;
        // Staged through the host piece by piece: both ways at once, the slower one sets the pace.
        return {(out.latencyNs + in.latencyNs) * stretch,
                bytes / std::min(out.bandwidthAt(bytes), in.bandwidthAt(bytes)) * 1e9 * stretch};
    }
    if (isStaged(operation)) {
        const CopyParts parts = stagedParts(index, chained, waitedNs);
        return {parts.latencyNs * stretch, parts.transferNs * stretch};
    }
    const CopyCost &cost = copyCost(operation);
    return {latencyOf(operation, cost, chained) * stretch, bytes / cost.bandwidthAt(bytes) * 1e9 * stretch};
}

double CostModel::latencyOf(const Operation &operation, const CopyCost &cost, bool chained) const
{
    if (!chained || !isHostCopy(operation.kind))
        return cost.latencyNs;
    const DirectionCosts &costs = operation.kind == OperationKind::H2D ? m_profile.copies.h2d : m_profile.copies.d2h;
    return std::min(cost.latencyNs, costs.chainedLatencyNs);
}

/// The driver copies pageable memory through memory of its own.
bool CostModel::isStaged(const Operation &operation) const
{
    return m_profile.copies.stagingBytes > 0 && m_profile.unitNs <= 0 && m_hasPageable && isHostCopy(operation.kind)
           && hostMemoryOf(operation) == HostMemory::Pageable;
}

/// Bytes per nanosecond at which the host moves a pageable copy to or from the staging memory. Small copies that read
/// on where the one before ended find some of their data on the way to the caches: of 15 drawn runs of 3 to 52 KiB a
/// copy on eleven machines with H200s the copies were 16 percent too long in the median, and 22 at the 95th percentile.
double CostModel::hostRate(std::int32_t index) const
{
    const Operation &operation = m_program.operations[index];
    const CopyCost &cost = copyCost(operation);
    double rate = cost.bandwidthAt(static_cast<double>(operation.bytes));
    if (const std::uint64_t run = sourceRunOf(index); run > 0) {
        constexpr double asOneCopy = 0.6;
        rate = 1 / ((1 - asOneCopy) / rate + asOneCopy / cost.bandwidthAt(static_cast<double>(run)));
    }
    const double cached = m_cachedSources.empty() ? 0 : m_cachedSources[static_cast<std::size_t>(index)];
    const double nsPerByte =
        (1 - cached) / rate + (cached > 0 ? cached / std::max(rate, cost.cachedBytesPerSecond) : 0);
    return 1 / (nsPerByte * 1e9);
}

/// The engine moves what is staged at its own rate; beyond that it waits for the host, piece by piece. While a copy to
/// the device waits for its stream the host stages on, up to the whole staging memory: 2 MiB took 43 us behind a
/// kernel and 127 to 147 else, 3 MiB 146 to 200 and 230 to 311, 6 MiB 512 to 629 and 637 to 720 (85 runs on five
/// machines with H200s).
CostModel::CopyParts CostModel::stagedParts(std::int32_t index, bool chained, double waitedNs) const
{
    const Operation &operation = m_program.operations[index];
    const DeviceProfile::Copies &copies = m_profile.copies;
    const bool in = operation.kind == OperationKind::H2D;
    const CopyCost &engine = in ? copies.h2d.pinned : copies.d2h.pinned;
    const auto bytes = static_cast<double>(operation.bytes);
    const double piece = std::min(bytes, static_cast<double>(copies.stagingPieceBytes));
    const double most = std::min(bytes, static_cast<double>(std::max(copies.stagingBytes, copies.stagingPieceBytes)));
    const double ahead = in ? std::min(piece + waitedNs * hostRate(index), most) : piece;
    return {latencyOf(operation, engine, chained),
            ahead / engine.bandwidthAt(ahead) * 1e9 + (bytes - ahead) / hostRate(index)};
}

bool CostModel::isStagedAhead(std::int32_t index) const
{
    const Operation &operation = m_program.operations[index];
    return isStaged(operation) && operation.kind == OperationKind::H2D
           && operation.bytes <= m_profile.copies.stagingBytes;
}

std::int64_t CostModel::stagingNs(std::int32_t index) const
{
    const Operation &operation = m_program.operations[index];
    if (!isStaged(operation) || operation.kind != OperationKind::H2D)
        return 0;
    constexpr double inRunSoonerNs = 300;
    const DeviceProfile::Copies &copies = m_profile.copies;
    const std::uint64_t first = std::min(operation.bytes, copies.stagingPieceBytes);
    const double latency = std::max(copies.h2d.pageable.latencyNs - (sourceRunOf(index) > 0 ? inRunSoonerNs : 0), 0.0);
    return wholeNs((latency + static_cast<double>(first) / hostRate(index)) * operation.timeFactor());
}

std::int64_t CostModel::restOfStagingNs(std::int32_t index) const
{
    const Operation &operation = m_program.operations[index];
    const std::uint64_t piece = m_profile.copies.stagingPieceBytes;
    if (!isStagedAhead(index) || operation.bytes <= piece)
        return 0;
    return wholeNs(static_cast<double>(operation.bytes - piece) / hostRate(index) * operation.timeFactor());
}

std::int64_t CostModel::unstagingNs(std::int32_t index) const
{
    const Operation &operation = m_program.operations[index];
    if (!isStaged(operation) || operation.kind != OperationKind::D2H)
        return 0;
    const DeviceProfile::Copies &copies = m_profile.copies;
    const auto last = static_cast<double>(std::min(operation.bytes, copies.stagingPieceBytes));
    return wholeNs((copies.d2h.pageable.latencyNs + last / hostRate(index)) * operation.timeFactor());
}

const CopyCost &CostModel::copyCost(const Operation &operation) const
{
    if (operation.kind == OperationKind::Peer)
        return m_profile.links.peer;
    if (operation.kind == OperationKind::D2D)
        return m_profile.copies.d2d;
    const DirectionCosts &costs = operation.kind == OperationKind::H2D ? m_profile.copies.h2d : m_profile.copies.d2h;
    switch (hostMemoryOf(operation)) {
    case HostMemory::Pageable:
        return costs.pageable;
    case HostMemory::Pinned:
        return costs.pinned;
    case HostMemory::WriteCombined:
        return costs.writeCombined;
    case HostMemory::Registered:
        return costs.registered;
    }
    return costs.pinned;
}

bool CostModel::hasManyBlocks(std::int32_t operation) const
{
    const Operation &kernel = m_program.operations[operation];
    const int sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    return kernel.kind == OperationKind::Kernel && launchedBlocks(kernel.kernel) > static_cast<std::uint32_t>(sms);
}

/// Small allocations come out of larger blocks of memory, which stay as long as something lies in them.
bool CostModel::isSmall(const Operation &allocation) const
{
    const std::uint64_t small = m_profile.host.smallBytes;
    if (allocation.bytes > small)
        return false;
    const bool pinned = allocation.allocation == AllocationPlace::PinnedHost;
    return std::any_of(m_program.buffers.begin(), m_program.buffers.end(), [&](const Buffer &buffer) {
        const bool there = pinned ? buffer.place == BufferPlace::Host && buffer.hostMemory == HostMemory::Pinned
                                  : buffer.place == BufferPlace::Device;
        return there && buffer.bytes <= small;
    });
}

double CostModel::callNs(const Operation &operation, bool otherStream) const
{
    constexpr double functionShare = 0.3; // CUPTI has 1.0 to 1.2 us for cudaLaunchHostFunc on an H200
    const DeviceProfile::Host &host = m_profile.host;
    const bool inStream = operation.stream >= 0;
    const bool pinned = operation.allocation == AllocationPlace::PinnedHost;
    const auto bytes = static_cast<double>(operation.bytes);
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
    case OperationKind::Memset:
        return host.copyNs;
    case OperationKind::Collective:
        return host.collectiveNs;
    case OperationKind::Kernel:
        return host.kernelLaunchNs
               + (otherStream ? host.streamSwitchNs * otherStreamShare(m_program.streams.size()) : 0);
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
        return host.eventNs;
    case OperationKind::HostFunction:
        return functionShare * host.kernelLaunchNs;
    case OperationKind::Alloc:
        return inStream             ? host.streamAllocNs
               : isSmall(operation) ? host.smallAllocNs
                                    : (pinned ? host.pinnedAlloc : host.alloc).ns(bytes);
    case OperationKind::Free:
        return inStream             ? host.streamAllocNs
               : isSmall(operation) ? host.smallAllocNs
                                    : (pinned ? host.pinnedFree : host.free).ns(bytes);
    case OperationKind::HostWork:
    case OperationKind::Sync:
        break;
    }
    return 0;
}

double CostModel::coldNs(std::int32_t index) const
{
    const Operation &operation = m_program.operations[index];
    const bool pinned = operation.kind == OperationKind::Alloc && operation.stream < 0
                        && operation.allocation == AllocationPlace::PinnedHost;
    return pinned && index < m_firstPinnedFree ? m_profile.host.pinnedCold.ns(static_cast<double>(operation.bytes)) : 0;
}

std::int64_t CostModel::hostCallNs(std::int32_t index, std::int32_t lastStream) const
{
    const Operation &operation = m_program.operations[index];
    const bool otherStream = lastStream >= 0 && operation.stream != lastStream;
    return wholeNs((callNs(operation, otherStream) + coldNs(index)) * jitter(m_profile.jitter.hostCall, index, 3));
}

/// Under PyTorch's profiler a node of a graph with two to twelve branches took 0.15 to 0.26 of a launch (seven
/// programs, two H200s), of one branch 0.14.
std::int64_t CostModel::graphLaunchNs(std::size_t nodes, bool branched) const
{
    constexpr double ofSeveralBranches = 1.4;
    const double nodeNs = m_profile.host.graphNodeNs * (branched && m_program.traced ? ofSeveralBranches : 1);
    return wholeNs(m_profile.host.graphLaunchNs + nodeNs * static_cast<double>(nodes));
}

/// A ring: each of 2 (n - 1) steps moves an n-th of the bytes from every device to its neighbour.
std::int64_t CostModel::collectiveNs(std::int32_t index, int ranks) const
{
    if (m_profile.unitNs > 0)
        return wholeNs(m_profile.unitNs);
    const Operation &collective = m_program.operations[index];
    constexpr int rounds = 2; // an all-reduce
    return wholeNs(collective.timeFactor() * ringNs(m_profile, static_cast<double>(collective.bytes), ranks, rounds));
}

} // namespace streamscope
