// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/findings.h"

#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/facts/cuda_results.h"
#include "engine/timeline/statistics.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace streamscope {

namespace {

/// Instruments can also spare a run what its plain ones pay: events between the operations make a memory pool search
/// less (an H200: 34 streams that allocate took 1.1 ms, and plain 8.1).
std::optional<Finding> instrumentationCost(const FindingInput &in)
{
    constexpr double worthSaying = 0.05; // measuring notes R7: above 5 % the timeline is a distorted picture
    constexpr double less = -0.2;        // short runs differ by as much as 10 %
    const Makespans &makespans = in.recording.makespans;
    const double cost = makespans.instrumentationCost();
    if (makespans.instrumentedMedian() <= 0 || (cost <= worthSaying && cost >= less))
        return std::nullopt;
    const Phrase text =
        cost > 0
            ? Phrase("engine", "The runs with instruments took %1 longer than the plain ones: the bars are a "
                               "distorted picture of them.")
            : Phrase("engine", "The runs with instruments took %1 less than the plain ones, which do what the bars "
                               "do not show.");
    return Finding{"instrumentation-cost",
                   severityOf(std::abs(makespans.instrumentedMedian() - makespans.median()), makespans.median()),
                   text.arg(shareText(std::abs(cost))),
                   {QT_TRANSLATE_NOOP("engine", "Quote the plain makespan.")},
                   {{"instrumented_us", microsecondsOf(makespans.instrumentedMedian())},
                    {"plain_median_us", microsecondsOf(makespans.median())}}};
}

/// How the first run of all compares with those that count.
std::optional<Finding> coldFirstRun(const FindingInput &in)
{
    constexpr double worthSaying = 1.25;
    const Makespans &makespans = in.recording.makespans;
    Makespans later;
    later.plain = makespans.plain;
    if (makespans.warmup.empty() && !later.plain.empty())
        later.plain.erase(later.plain.begin());
    if (!in.program || later.plain.empty()) // it is unknown what ran before an imported run
        return std::nullopt;
    const std::int64_t first = makespans.warmup.empty() ? makespans.plain.front() : makespans.warmup.front();
    if (static_cast<double>(first) < worthSaying * static_cast<double>(later.median()))
        return std::nullopt;
    const bool counts = makespans.warmup.empty();
    return Finding{
        "cold-first-run",
        counts ? Severity::Warning : Severity::Info,
        Phrase("engine", "The first run took %1, the later ones %2 (median): it paid for what is done only once.")
            .arg(millisecondsText(first), millisecondsText(later.median())),
        {counts ? QT_TRANSLATE_NOOP("engine", "Run at least one warm-up, so that the first run is in no figure.")
                : QT_TRANSLATE_NOOP("engine", "The warm-up keeps it out of the figures.")},
        {{"first_us", microsecondsOf(first)}, {"later_median_us", microsecondsOf(later.median())}}};
}

/// Only for runs without a warm-up, where the first run counts.
std::optional<Finding> startup(const FindingInput &in)
{
    const std::vector<StartupStep> &steps = in.recording.startup;
    if (steps.empty() || !in.recording.makespans.warmup.empty())
        return std::nullopt;
    Finding finding{"startup", Severity::Info, {}, {}, {}};
    std::int64_t total = 0;
    for (const StartupStep &step : steps) {
        total += step.end - step.begin;
        finding.text += (finding.text.empty() ? "" : ", ") + step.name + " " + millisecondsText(step.end - step.begin);
        finding.evidence.emplace_back(step.name, microsecondsOf(step.end - step.begin));
    }
    finding.text =
        Phrase(
            "engine",
            "Before it could run anything this process spent %1: %2. That is by the host's clock and in no makespan.")
            .arg(millisecondsText(total), finding.text);
    finding.suggestion.text = QT_TRANSLATE_NOOP("engine", "Start a process once and let it run many times.");
    return finding;
}

/// What the driver said before or after the run under a name that begins so; empty when nothing.
std::string environmentText(const Recording &recording, std::string_view name)
{
    for (const auto &[key, value] : recording.environment)
        if (key.starts_with(name))
            return value;
    return {};
}

std::optional<Finding> throttled(const FindingInput &in)
{
    const std::string reasons = environmentText(in.recording, throttledEnvironment);
    if (reasons.empty())
        return std::nullopt;
    return Finding{
        "throttled",
        Severity::Warning,
        Phrase("engine", "The GPU was throttled around this run (%1): its kernels can be slower than they need be.")
            .arg(reasons),
        {QT_TRANSLATE_NOOP("engine", "Let it cool down, or raise its power limit, and run again.")},
        {}};
}

std::optional<Finding> sharedGpu(const FindingInput &in)
{
    if (environmentText(in.recording, otherProcessesEnvironment).empty())
        return std::nullopt;
    return Finding{
        "shared-gpu",
        Severity::Warning,
        QT_TRANSLATE_NOOP("engine",
                          "Another process used this GPU: its work can stand between the operations of this run."),
        {QT_TRANSLATE_NOOP("engine", "Run again when nothing else uses the GPU (nvidia-smi lists the processes).")},
        {}};
}

/// Runs of the same program on a quiet GPU differ by a percent or two.
std::optional<Finding> unsteadyRuns(const FindingInput &in)
{
    constexpr std::size_t fewest = 5;
    constexpr double worthSaying = 0.1;
    const Statistics runs = statisticsOf(in.recording.makespans.plain);
    if (runs.count < fewest || runs.thirdQuartile - runs.firstQuartile < worthSaying * runs.median)
        return std::nullopt;
    return Finding{
        "unsteady-runs",
        Severity::Hint,
        Phrase("engine",
               "Half of the %1 runs lie between %2 and %3: something outside of the program changes their time.")
            .arg(runs.count, millisecondsText(static_cast<std::int64_t>(runs.firstQuartile)),
                 millisecondsText(static_cast<std::int64_t>(runs.thirdQuartile))),
        {QT_TRANSLATE_NOOP(
            "engine",
            "Look for another process on the GPU or the host, and for clocks that change; then run more often.")},
        {{"first_quartile_us", runs.firstQuartile / 1000}, {"third_quartile_us", runs.thirdQuartile / 1000}}};
}

/// While work is captured into a graph, launches make no operation.
bool capturesGraphs(const Timeline &timeline)
{
    const auto &names = timeline.names();
    return std::any_of(names.begin(), names.end(),
                       [](const std::string &name) { return name.find("BeginCapture") != std::string::npos; });
}

/// Launches whose kernels are not in the file although that of a later launch is: the profiler dropped their records.
/// Kernels of the last launches may simply have run after the trace ended.
std::optional<Finding> droppedRecords(const FindingInput &in)
{
    constexpr double worthSaying = 0.005;
    constexpr std::size_t fewest = 3;
    const Timeline &timeline = in.recording.timeline;
    if (in.program || timeline.size() == 0 || capturesGraphs(timeline))
        return std::nullopt;
    const std::int64_t begin = *std::min_element(timeline.starts().begin(), timeline.starts().end());
    std::size_t launches = 0, lost = 0, missing = 0;
    for (const HostCall &call : timeline.hostCalls()) {
        if (call.kind != HostCallKind::Launch || call.begin < begin)
            continue;
        ++launches;
        ++missing;
        if (call.spans > 0) {
            lost += missing - 1;
            missing = 0;
        }
    }
    launches -= missing;
    if (lost < fewest || lost == launches || static_cast<double>(lost) < worthSaying * static_cast<double>(launches))
        return std::nullopt;
    return Finding{"dropped-records",
                   Severity::Warning,
                   Phrase("engine", "Of %1 launches, the kernels of %2 are not in the file: the profiler dropped "
                                    "records, and gaps may be work that is not shown.")
                       .arg(launches, lost),
                   {QT_TRANSLATE_NOOP("engine", "Record a shorter time, or give the profiler larger buffers.")},
                   {{"launches", static_cast<double>(launches)}, {"lost", static_cast<double>(lost)}}};
}

/// Calls of the host that returned an error, "not yet" aside.
std::optional<Finding> failedCalls(const FindingInput &in)
{
    const Timeline &timeline = in.recording.timeline;
    const HostCall *first = nullptr;
    std::size_t failed = 0;
    for (const HostCall &call : timeline.hostCalls()) {
        if (call.result == 0 || call.result == cudaNotReady)
            continue;
        first = first ? first : &call;
        ++failed;
    }
    if (!first)
        return std::nullopt;
    const std::string &name = timeline.name(first->name);
    return Finding{
        "failed-calls",
        Severity::Warning,
        failed == 1 ? Phrase("engine", "A CUDA call failed: %1 at %2, which returned %3.")
                          .arg(name, millisecondsText(first->begin), cudaResultText(name, first->result))
                    : Phrase("engine", "%1 CUDA calls failed, at first %2 at %3, which returned %4.")
                          .arg(failed, name, millisecondsText(first->begin), cudaResultText(name, first->result)),
        {QT_TRANSLATE_NOOP("engine",
                           "Check what every call returns: work that a failed call should have issued is not here.")},
        {{"failed_calls", static_cast<double>(failed)}, {"first_us", microsecondsOf(first->begin)}}};
}

using MeasuringRule = std::optional<Finding> (*)(const FindingInput &);
constexpr MeasuringRule everyMeasuringRule[] = {instrumentationCost, throttled,   sharedGpu,    unsteadyRuns,
                                                droppedRecords,      failedCalls, coldFirstRun, startup};

} // namespace

void addMeasuringFindings(const FindingInput &input, std::vector<Finding> &findings)
{
    for (const MeasuringRule rule : everyMeasuringRule)
        if (auto finding = rule(input))
            findings.push_back(std::move(*finding));
}

} // namespace streamscope
