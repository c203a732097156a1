// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/block_room.h"
#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace streamscope {

/// A graph of one branch with four nodes and more. There the last event hardly waits for a copy to the host that
/// follows one to the device: 29 of 30 drawn runs of up to 120 us were 2 to 17 us too long, and as many too short as
/// too long of those with up to three nodes (H200s).
inline bool isGraphOfOneBranch(const Program &program)
{
    return program.submission == Submission::Graph && program.streams.size() == 1 && program.operations.size() >= 4;
}

/// The unit that bounds a kernel. Kernels bound by different units run side by side.
enum class KernelUnit : std::uint8_t { Multipliers, TensorCores, Memory };
inline constexpr std::size_t kernelUnits = 3;

/// The demand of a kernel or a memset on the SMs.
struct KernelDemand
{
    BlockShape shape;
    std::int64_t blocks = 1; ///< to be placed
    std::int64_t atOnce = 1; ///< of these, if nothing else takes their room
    bool held = false;     ///< its blocks wait on their SMs until ComputeEngine::resume(): a rank waits for the others
    bool together = false; ///< its blocks wait for each other: they start when all have room
    std::int64_t blockNs = 0; ///< duration of each block
    /// The share of the device's `unit` that each running block uses, 0 … 1. A kernel bound by a unit is modelled as
    /// waves of blocks that together take the kernel's measured time.
    double throughput = 0;
    KernelUnit unit = KernelUnit::Multipliers;
    /// The share of its SM's multipliers that a block uses which nothing slows down. 0: not known, as of a grid that
    /// does not fit at once or that other things bound.
    double blockLoad = 0;
    double chainNs = 0; ///< of such a block
    double stretch = 1; ///< by the other blocks of its kernel on the same SM, as in blockNs
    /// The time of the multipliers that a kernel which does not fit at once loses at its end, when SMs are done before
    /// others.
    double tailNs = 0;
};

/// What a kernel asks of the device beside kernels whose data leave its own too little of the cache.
struct BesideDemand
{
    double longer = 1;      ///< how much longer it takes then, with all units for itself
    double memory = 0;      ///< the share of the memory's bandwidth that all of its blocks use, 0 … 1
    double multipliers = 0; ///< and of the multipliers
};

/// Durations on a simulated device without any disturbance.
class CostModel
{
public:
    /// With a `jitterSeed` every time is multiplied by a random factor from the profile's measured spreads.
    CostModel(const DeviceProfile &profile, const Program &program, std::optional<std::uint64_t> jitterSeed = {})
        : m_profile(profile), m_program(program), m_jitterSeed(jitterSeed), m_hostMemory(onlyHostMemory(program)),
          m_hasPageable(hasPageable(program)), m_cachedSources(sourcesInCaches(profile, program)),
          m_sourceRuns(untracedRuns(program)), m_firstPinnedFree(firstPinnedFree(program)),
          m_untracedNodes(untracedNodes(profile, program))
    {}

    /// A live run, and no trace knows its times.
    bool isUntracedLive() const { return m_program.submission == Submission::Live && !m_program.traced; }
    /// As Program::hostMemoryOf(), but fast when all host buffers have one kind.
    HostMemory hostMemoryOf(const Operation &operation) const
    {
        return m_hostMemory ? *m_hostMemory : m_program.hostMemoryOf(operation);
    }

    /// A copy's latency and its transfer time; the transfer takes longer while other copies use the same links.
    struct CopyParts
    {
        double latencyNs;
        double transferNs;
    };
    /// `chained`: it follows another copy on its engine at once.
    /// `waitedNs`: of a pageable copy to the device that began so long after the host had staged its first piece.
    CopyParts copy(std::int32_t operation, bool chained = false, double waitedNs = 0) const;

    /// Of a kernel, a memset or a copy that runs on the SMs. `room`: the blocks that fit beside those that run now; a
    /// kernel bound by throughput that finds less room than an empty device has runs fewer blocks, each with a larger
    /// share.
    KernelDemand kernelDemand(std::int32_t operation, std::int64_t room = anyRoom) const;
    static constexpr std::int64_t anyRoom = std::numeric_limits<std::int64_t>::max(); ///< that of an empty device
    /// While other data take their part of the cache. `demand`: what the operation asks otherwise.
    BesideDemand besideDemand(std::int32_t operation, const KernelDemand &demand) const;
    /// A kernel of more blocks than the device has SMs.
    bool hasManyBlocks(std::int32_t operation) const;
    /// Blocks of a kernel that the empty device holds.
    std::int64_t blocksAtOnce(const Operation &kernel) const;
    /// True for what takes SMs: kernels, memsets and, where the profile says so, copies inside the device.
    bool runsOnSms(OperationKind kind) const
    {
        return kind == OperationKind::Kernel || kind == OperationKind::Memset
               || (kind == OperationKind::D2D && m_profile.copies.deviceCopiesOnSms);
    }

    /// Where two limits of a kernel are near each other, each waits for the other now and then: their sum with
    /// `sharpness` 1, without limit the larger one.
    static double bothLimits(double one, double other, double sharpness);
    /// How much longer the blocks of an SM take that together use `load` of its multipliers, 1 being all of them.
    static double stretch(double load);

    /// The host thread's time for the call; `lastStream` is the stream of the previous call, −1 for none.
    std::int64_t hostCallNs(std::int32_t operation, std::int32_t lastStream) const;
    /// A pageable copy to the device: what the host stages before the copy enters its stream.
    std::int64_t stagingNs(std::int32_t operation) const;
    /// The same of what it stages behind that, before the call returns; 0 where the call lasts as long as the copy.
    std::int64_t restOfStagingNs(std::int32_t operation) const;
    /// A pageable copy to the host: what the host takes out of the staging memory after the copy has ended.
    std::int64_t unstagingNs(std::int32_t operation) const;
    bool isStaged(std::int32_t operation) const { return isStaged(m_program.operations[operation]); }
    /// A pageable copy to the device of up to 64 KiB: the driver puts what it has staged among its commands, whatever
    /// the stream and the engine do (docs/measurements/host-calls.md, "Small pageable copies"). Not in a graph.
    bool goesStagedWithCommands(std::int32_t operation) const
    {
        const Operation &copy = m_program.operations[operation];
        return copy.kind == OperationKind::H2D && copy.bytes <= m_profile.copies.pageableAsyncBytes
               && m_profile.copies.waitsForLooks() && m_program.submission != Submission::Graph
               && copy.graph == Operation::none && isStaged(copy);
    }
    /// A copy to the device whose bytes come with the commands: as long as a trace has it, else `beside` times what it
    /// takes alone, 1.0 us for 4 KiB and 1.5 for 16, of pageable memory 5.7 for 64 (H200).
    double commandCopyNs(std::int32_t operation, double beside) const
    {
        constexpr double fixedNs = 900, nsPerByte = 0.07;
        if (!m_program.traced)
            return beside * (fixedNs + nsPerByte * static_cast<double>(m_program.operations[operation].bytes));
        const CopyParts parts = copy(operation);
        return parts.latencyNs + parts.transferNs;
    }
    /// A copy to the device whose bytes come with the commands, in the channel of the kernels, also while its stream
    /// works (seen on an H200 behind a gate: 1 KiB does, 4 KiB do not). For an idle stream see CallHistory.
    bool isInline(std::int32_t operation) const
    {
        constexpr std::uint64_t tooLarge = 4096;
        const Operation &copy = m_program.operations[operation];
        return copy.kind == OperationKind::H2D && copy.bytes < tooLarge && !isStaged(copy);
    }
    /// One of these that is so small that no engine takes part, whatever the stream does: 1,024 bytes are, 1,536 are
    /// not.
    bool passesEngine(std::int32_t operation) const
    {
        constexpr std::uint64_t most = 1024;
        return m_program.operations[operation].bytes <= most && isInline(operation);
    }
    /// True for a copy that the host stages ahead of the engine, and is not held by.
    bool isStagedAhead(std::int32_t operation) const;

    /// A node of a graph among other work, whose launch no trace has, where the profile has starts for those.
    bool isUntracedNode(std::int32_t index) const { return placeOf(index) != UntracedPlace::None; }
    /// The first one of such a graph.
    bool beginsUntracedGraph(std::int32_t index) const { return placeOf(index) == UntracedPlace::First; }
    /// Behind the first copies of such a graph, with no kernel before it there.
    bool followsFirstCopies(std::int32_t index) const { return placeOf(index) == UntracedPlace::BehindCopies; }
    /// The first kernel of another branch of it, behind copies.
    bool beginsBranchBehindCopies(std::int32_t index) const
    {
        return placeOf(index) == UntracedPlace::BranchBehindCopies;
    }
    /// One launch of a graph with so many nodes, in a trace dearer where they are on several branches.
    std::int64_t graphLaunchNs(std::size_t nodes, bool branched = false) const;
    /// A kernel of a trace that communicates with other ranks.
    bool isTracedCollective(std::int32_t index) const
    {
        const Operation &operation = m_program.operations[index];
        return operation.kind == OperationKind::Kernel && operation.source != Operation::none && operation.bytes > 0;
    }
    /// Whether a collective waits for SMs and takes them. Those of a trace do not: what their kernels lost to them is
    /// in the kernels' measured times already.
    bool takesMultiprocessors(const Operation &collective) const;
    /// A ring all-reduce over `ranks` devices.
    std::int64_t collectiveNs(std::int32_t operation, int ranks) const;

private:
    KernelDemand collectiveDemand() const;
    BlockShape blockShape(const Operation &operation) const;
    double jitter(const Spread &spread, std::int32_t operation, std::uint64_t what) const;
    const CopyCost &copyCost(const Operation &operation) const;
    static std::optional<HostMemory> onlyHostMemory(const Program &program);
    static bool hasPageable(const Program &program);
    static std::vector<std::uint64_t> untracedRuns(const Program &program);
    static std::vector<float> sourcesInCaches(const DeviceProfile &profile, const Program &program);
    static std::int32_t firstPinnedFree(const Program &program);
    enum class UntracedPlace : std::uint8_t { None, First, BehindCopies, BranchBehindCopies, Later };
    UntracedPlace placeOf(std::int32_t index) const
    {
        return m_untracedNodes.empty() ? UntracedPlace::None : m_untracedNodes[static_cast<std::size_t>(index)];
    }
    static std::vector<UntracedPlace> untracedNodes(const DeviceProfile &profile, const Program &program);
    double coldNs(std::int32_t operation) const;
    double callNs(const Operation &operation, bool otherStream) const;
    /// A kernel's time on each unit by itself, in nanoseconds.
    struct KernelParts
    {
        double memoryNs = 0, arithmeticNs = 0;
        double exposedNs = 0;        ///< of the memory's time, that which arithmetic does not hide
        double chainNs = 0;          ///< of one thread's dependent steps
        double startsNs = 0;         ///< of starting all its blocks
        double uneven = 1;           ///< the SM with the most arithmetic has this times the mean
        bool cached = false;         ///< what it reads lies in the cache
        bool strides = false;        ///< each thread works on several elements
        std::int64_t blocksOnSm = 1; ///< on the SM with the most, if they all run at once
        double nextWaveNs = 0;       ///< until the blocks of a second wave work, which nothing hides
        bool unrolls = false;        ///< its loop, of several multiply-adds without a branch
        double lostNs = 0;           ///< in which it leaves its unit to nobody, although it does not work
    };
    bool isCached(double elements) const;
    double unevenness(double blocks, std::int64_t capacity) const;
    double fmaChainNs(double inRow) const;
    static double shareInStep(const KernelParts &parts);
    static double nextWaveNs(double rest);
    static double atOnceNs(const KernelParts &parts);
    double kernelNs(const KernelParts &parts, double waves) const;
    /// @param capacity blocks of this kernel that the empty device holds
    KernelParts kernelParts(const KernelWork &work, std::int64_t capacity, bool beside = false) const;
    KernelParts tensorParts(const KernelWork &work, std::int64_t capacity, double memoryNs, double rate) const;
    KernelUnit unitOf(const KernelWork &work, const KernelParts &parts) const;
    /// What is known of a kernel, for the next one of the same work: a Program mostly has few kinds of kernels.
    struct KnownKernel
    {
        KernelWork work;
        BlockShape shape;
        std::int64_t room = 0;
        KernelDemand demand; ///< without blockNs
        double ns = 0, gapsNs = 0;
        std::int64_t waves = 0; ///< 0: nothing is known yet
    };
    KnownKernel reckon(const KernelWork &work, KernelDemand demand, std::int64_t empty, std::int64_t room) const;
    void setLoad(KernelDemand &demand, const KernelParts &parts, double waves, double ns) const;
    std::int64_t maxWaves(double ns) const;

    KernelDemand fillingDemand(double ns, std::int64_t room) const;
    double memsetNs(const Operation &operation) const;
    bool isStaged(const Operation &operation) const;
    bool isSmall(const Operation &allocation) const;
    double latencyOf(const Operation &operation, const CopyCost &cost, bool chained) const;
    CopyParts stagedParts(std::int32_t operation, bool chained, double waitedNs) const;
    double hostRate(std::int32_t operation) const;
    std::uint64_t sourceRunOf(std::int32_t operation) const
    {
        return m_sourceRuns.empty() ? 0 : m_sourceRuns[static_cast<std::size_t>(operation)];
    }

    const DeviceProfile &m_profile;
    const Program &m_program;
    std::optional<std::uint64_t> m_jitterSeed;
    std::optional<HostMemory> m_hostMemory;  ///< the kind of all host buffers, if they have the same
    bool m_hasPageable;                      ///< whether any host buffer is
    std::vector<float> m_cachedSources;      ///< cachedSources(), where the profile has a rate for them
    std::vector<std::uint64_t> m_sourceRuns; ///< sourceRuns(), where no trace says what copies took
    std::int32_t m_firstPinnedFree;          ///< the first operation that frees pinned memory; their number without one
    mutable std::array<KnownKernel, 2> m_known; ///< the last ones: of an empty device, and with less room
    std::vector<UntracedPlace> m_untracedNodes; ///< by operation; empty where the profile does not ask
};

} // namespace streamscope
