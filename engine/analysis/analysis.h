// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/hazards.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace streamscope {

/// Figures of one device, in integer nanoseconds. Unions merge touching intervals; nothing is ever a sum over streams.
struct DeviceFigures
{
    std::int64_t spanNs = 0;      ///< first start to last end of any GPU operation
    std::int64_t busyUnionNs = 0; ///< union of all GPU operations
    std::int64_t idleNs = 0;      ///< spanNs − busyUnionNs

    struct Unions
    {
        std::int64_t kernel = 0, h2d = 0, d2h = 0, d2d = 0, memset = 0;
    } unionNs;
    struct Overlaps
    {
        std::int64_t kernelH2D = 0, kernelD2H = 0, h2dD2H = 0, kernelCopy = 0;
    } overlapNs;

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
    };
    std::map<std::string, PerStream> streams; ///< by stream id
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
    std::vector<Finding> findings; ///< most severe first
    std::vector<Race> races;       ///< of the Program; see findRaces()
};

/// Pure function of what ran. `program` gives the reasons their names; it may be null (imported traces).
RunAnalysis analyze(const Recording &recording, const Program *program);

} // namespace streamscope
