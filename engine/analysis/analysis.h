// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/hazards.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace streamscope {

/// Why a stream did not execute between two of its operations.
enum class GapCause : std::uint8_t {
    HostLate,      ///< the next operation was not issued yet
    QueueFull,     ///< the same, while the host was held in a call because a stream's queue was full
    Launch,        ///< issued, and on its way: what starting an operation takes
    EventWait,     ///< the stream waited for an event of another one
    EngineWait,    ///< the engine that it needs served others
    DefaultStream, ///< the default stream executed, which blocking streams wait for
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

    /// Bytes per nanosecond; 0 where no time passed.
    double gigabytesPerSecond() const
    {
        return sumNs > 0 ? static_cast<double>(bytes) / static_cast<double>(sumNs) : 0;
    }
};

/// What the time from the first start to the last end went into, walking back from the last operation to the one that
/// ended last before it could start. The parts add up to the span.
struct CriticalPath
{
    std::int64_t compute = 0, communication = 0, copy = 0, memset = 0; ///< executing
    std::int64_t host = 0;                                             ///< nothing was issued yet
    std::int64_t launch = 0; ///< issued and not started, nothing before it to wait for
    std::int64_t wait = 0;   ///< issued long ago, and nothing executed that explains the waiting
    int operations = 0;
};

/// Figures of one device, in integer nanoseconds. Unions merge touching intervals; nothing is ever a sum over streams.
/// Page migrations of managed memory count nowhere but in migrationNs.
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

    /// Adds up to the span: computing and memsets, communication under which nothing computes, copying under neither,
    /// and idle.
    struct Budget
    {
        std::int64_t compute = 0, exposedCommunication = 0, exposedCopy = 0, idle = 0;
    } budgetNs;

    std::int64_t serialNs = 0;             ///< sum of the operations' own durations
    std::int64_t boundNs = 0;              ///< the longest of the unions of kernels, H2D and D2H copies
    double communicationHiddenPercent = 0; ///< union(communication) ∩ union(compute) / union(communication)
    std::int64_t migrationNs = 0;          ///< union of page migrations
    std::vector<CopyRate> copies;          ///< by direction and memory
    CriticalPath criticalPath;
    GapTimes gapsNs{};              ///< of all streams together: several may have a gap at once
    std::int64_t zeroDurations = 0; ///< operations that took no time by the trace's clock

    /// union(kernels) ∩ union(copies) / union(copies), in percent; 0 without copies.
    double copyHiddenPercent = 0;
    std::int64_t exposedCopyNs = 0; ///< copying under which no kernel ran

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
        int deepestQueue = 0;         ///< operations issued and not started, at most; 0 where nobody knows
        std::int64_t queueFullNs = 0; ///< time with a full queue, see fullQueue
    };
    static constexpr int fullQueue = 1'022;   ///< launches that a stream takes before the host is held
    std::map<std::string, PerStream> streams; ///< by stream id
};

/// What the host did that the GPU waited for.
struct HostFigures
{
    std::int64_t synchronisations = 0;
    std::int64_t blockedNs = 0;     ///< union of the time in synchronisations
    std::int64_t issuedKnown = 0;   ///< GPU operations whose call is known
    std::int64_t issuedUnknown = 0; ///< and those that nobody knows the call of
};

/// The figures of a run as a whole.
struct Summary
{
    std::int64_t makespanNs = 0; ///< plain median where there are plain runs
    std::int64_t serialNs = 0;   ///< sum of the operations' own durations (host synchronisations do not count)
    std::int64_t boundNs = 0;    ///< the least time the busiest engine allows: the busy union of that engine
    Engine boundEngine = Engine::None;
    double speedup = 0;    ///< serial / makespan
    double efficiency = 0; ///< bound / makespan, 0 … 1
};

enum class Severity : std::uint8_t { Info, Hint, Warning, Problem };
/// "info", "hint", "warning", "problem", as in the report.
const char *severityName(Severity severity);

/// A reason in words, with the numbers it rests on.
struct Finding
{
    std::string id; ///< stable, as in the report: `pageable-memory`
    Severity severity = Severity::Info;
    std::string text;       ///< what was seen
    std::string suggestion; ///< what to do; may be empty
    std::vector<std::pair<std::string, double>> evidence;
};

struct RunAnalysis
{
    Summary summary;
    std::map<int, DeviceFigures> devices;
    HostFigures host;
    std::vector<Finding> findings; ///< most severe first
    std::vector<Race> races;       ///< of the Program; see findRaces()
};

/// Pure function of what ran. `program` gives the reasons their names; it may be null (imported traces).
RunAnalysis analyze(const Recording &recording, const Program *program);

} // namespace streamscope
