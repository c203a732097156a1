// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/advice_summary.h"
#include "engine/analysis/bounds/work_bounds.h"
#include "engine/program/order/hazards.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// Why a stream did not execute between two of its operations.
enum class GapCause : std::uint8_t {
    HostLate,      ///< the next operation was not issued yet
    QueueFull,     ///< not issued yet, because a full queue of a stream held the host in a call
    Launch,        ///< issued and about to start: the latency of starting an operation
    EventWait,     ///< the stream waited for an event of another stream
    EngineWait,    ///< the needed engine served other operations
    DefaultStream, ///< the default stream executed, and blocking streams wait for it
    Unknown,       ///< the data does not say
};
inline constexpr int gapCauseCount = 7;
/// As in the report: "host_late".
const char *gapCauseName(GapCause cause);

/// Nanoseconds by cause; their sum is the length of all gaps.
using GapTimes = std::array<std::int64_t, gapCauseCount>;

/// All copies of one direction between the same kinds of memory.
struct CopyRate
{
    OperationKind kind = OperationKind::H2D;
    MemoryKind from = MemoryKind::Unknown, to = MemoryKind::Unknown;
    std::int64_t count = 0;
    std::uint64_t bytes = 0;
    std::int64_t sumNs = 0; ///< of the copies' own durations

    /// Bytes per nanosecond; 0 when no time passed.
    double gigabytesPerSecond() const
    {
        return sumNs > 0 ? static_cast<double>(bytes) / static_cast<double>(sumNs) : 0;
    }
};

/// The time from the first start to the last end, divided by cause, along the critical path of RunDependencies. The
/// parts add up to the span.
struct CriticalPath
{
    std::int64_t compute = 0, communication = 0, copy = 0, memset = 0; ///< executing
    std::int64_t host = 0;                                             ///< the next operation was not issued yet
    std::int64_t launch = 0; ///< issued and not started, without an operation to wait for
    std::int64_t wait = 0;   ///< issued long before, and no executing operation explains the wait
    int operations = 0;
};

/// Figures of one device, in integer nanoseconds. Unions merge touching intervals; nothing is ever a sum over streams.
/// Page migrations of managed memory count only in migrationNs.
struct DeviceFigures
{
    std::int64_t firstStartNs = 0; ///< on the timeline
    std::int64_t spanNs = 0;       ///< first start to last end of any GPU operation
    std::int64_t busyUnionNs = 0;  ///< union of all GPU operations
    std::int64_t idleNs = 0;       ///< spanNs − busyUnionNs

    struct Unions
    {
        std::int64_t kernel = 0, h2d = 0, d2h = 0, d2d = 0, memset = 0;
        std::int64_t copy = 0;          ///< any copy
        std::int64_t communication = 0; ///< kernels of NCCL and RCCL, by name
        std::int64_t compute = 0;       ///< all other kernels
    } unionNs;
    struct Overlaps
    {
        std::int64_t kernelH2D = 0, kernelD2H = 0, h2dD2H = 0, kernelCopy = 0, computeCommunication = 0;
    } overlapNs;

    /// Adds up to the span: compute (with memsets), communication while no compute runs, copies while neither runs, and
    /// idle.
    struct Budget
    {
        std::int64_t compute = 0, exposedCommunication = 0, exposedCopy = 0, idle = 0;
    } budgetNs;

    std::int64_t serialNs = 0;             ///< sum of ownDurations()
    std::int64_t boundNs = 0;              ///< no schedule is shorter (WorkBounds); never more than the span
    double communicationHiddenPercent = 0; ///< union(communication) ∩ union(compute) / union(communication)
    std::int64_t migrationNs = 0;          ///< union of page migrations
    std::vector<CopyRate> copies;          ///< by direction and memory
    CriticalPath criticalPath;
    GapTimes gapsNs{}; ///< summed over streams: several may have a gap at the same time
    /// The longest gap by the NULL stream's order, and the name of that stream's operation; empty when unknown.
    std::int64_t longestBarrierNs = 0;
    std::string barrier;
    std::int64_t zeroDurations = 0; ///< operations that took no time by the trace's clock

    /// union(kernels) ∩ union(copies) / union(copies), in percent; 0 without copies.
    double copyHiddenPercent = 0;
    std::int64_t exposedCopyNs = 0; ///< time of copies while no kernel ran

    std::map<int, std::int64_t> streamsActiveNs; ///< time with exactly N streams executing, within the span
    int maxStreamsActive = 0;

    struct PerStream
    {
        std::int64_t busyNs = 0;
        std::int64_t waitedNs = 0; ///< ready and waiting for an engine
        int operations = 0;
        std::int64_t gapNs = 0; ///< between its first start and its last end; the sum of `gapsNs`
        GapTimes gapsNs{};
        std::int64_t longestGapNs = 0;
        int deepestQueue = 0;         ///< most operations issued and not started; 0 when unknown
        std::int64_t queueFullNs = 0; ///< time with a full queue (fullQueue)
    };
    static constexpr int fullQueue = 1'022;   ///< launches that a stream holds before a call blocks the host
    std::map<std::string, PerStream> streams; ///< by stream id
};

/// Synchronisations of the host, and how many calls are known.
struct HostFigures
{
    std::int64_t synchronisations = 0;
    std::int64_t blockedNs = 0;     ///< union of the time in synchronisations
    std::int64_t issuedKnown = 0;   ///< GPU operations whose call is known
    std::int64_t issuedUnknown = 0; ///< GPU operations whose call is unknown
};

/// The figures of a run as a whole.
struct Summary
{
    std::int64_t makespanNs = 0; ///< plain median where there are plain runs
    std::int64_t serialNs = 0;   ///< sum of ownDurations() (host synchronisations do not count)
    std::int64_t boundNs = 0;    ///< no schedule is shorter (WorkBounds); never more than the makespan
    BoundBy boundBy = BoundBy::Nothing;
    Engine boundEngine = Engine::None; ///< the limiting engine; None for a chain
    DependencyChain boundChain;        ///< where a chain limits
    double speedup = 0;                ///< serial / makespan
    double efficiency = 0;             ///< bound / makespan, 0 … 1
    /// The least SM time of the kernels over the makespan, 0 … 1, of the device with the most; empty without a Program
    /// and without kernels. Below `efficiency` SMs had nothing to do although no other schedule is shorter.
    std::optional<double> smUse;
};

enum class Severity : std::uint8_t { Info, Hint, Warning, Problem };
/// "info", "hint", "warning", "problem", as in the report.
const char *severityName(Severity severity);

/// A reason in words, with its evidence in numbers.
struct Finding
{
    std::string id; ///< stable, as in the report: `pageable-copies`
    Severity severity = Severity::Info;
    std::string text; ///< what was seen
    Suggestion suggestion;
    std::vector<std::pair<std::string, double>> evidence;
};

struct RunAnalysis
{
    Summary summary;
    std::map<int, DeviceFigures> devices;
    HostFigures host;
    /// Problems first, then changes that were tried, by gain, then the others, the most severe first.
    std::vector<Finding> findings;
    std::vector<Race> races;             ///< of the Program; see findRaces()
    std::optional<AdviceSummary> advice; ///< empty where no change was tried
};

/// Pure function of the recording. `program` gives the findings their names; it may be null (imported traces).
RunAnalysis analyze(const Recording &recording, const Program *program);

} // namespace streamscope
