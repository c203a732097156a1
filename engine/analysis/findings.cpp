// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/findings.h"

#include "engine/analysis/device_figures.h"
#include "engine/analysis/engines/engine_waits.h"
#include "engine/analysis/summary.h"
#include "engine/device/number_text.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <optional>

namespace streamscope {

namespace {

constexpr double nearTheBound = 0.9; // efficiency from which on scheduling cannot win much

std::string percent(double share)
{
    return decimalText(share * 100, 0) + " %";
}

double us(std::int64_t ns)
{
    return static_cast<double>(ns) / 1000.0;
}

std::int64_t totalOf(const FindingInput &in, std::int64_t DeviceFigures::Unions::*member)
{
    std::int64_t sum = 0;
    for (const auto &[device, figures] : in.devices)
        addTime(sum, figures.unionNs.*member);
    return sum;
}

std::optional<Finding> verificationFailed(const FindingInput &in)
{
    if (in.recording.verification != Verification::Failed)
        return std::nullopt;
    return Finding{"verification-failed",
                   Severity::Problem,
                   "Wrong data came back: " + in.recording.verificationText,
                   "Do not trust the times of this run. Look for a missing dependency between streams.",
                   {}};
}

std::optional<Finding> race(const FindingInput &in)
{
    const std::vector<Race> &races = in.races;
    if (!in.program || races.empty())
        return std::nullopt;
    const Race &first = races.front();
    std::string text = raceText(*in.program, first) + ": a race, even when this run's data are right.";
    if (races.size() > 1)
        text += " " + std::to_string(races.size() - 1) + " more like it.";
    return Finding{"race",
                   Severity::Problem,
                   "In this program " + text,
                   missingWaitText(*in.program, first),
                   {{"races", static_cast<double>(races.size())}, {"first", first.first}, {"second", first.second}}};
}

std::optional<Finding> instrumentationCost(const FindingInput &in)
{
    constexpr double worthSaying = 0.05; // measuring notes R7: above 5 % the timeline is a distorted picture
    const double cost = in.recording.makespans.instrumentationCost();
    if (cost <= worthSaying)
        return std::nullopt;
    return Finding{"instrumentation-cost",
                   Severity::Warning,
                   "The runs with instruments took " + percent(cost)
                       + " longer than the plain ones: the bars are a distorted picture of them.",
                   "Quote the plain makespan. Larger chunks make the measuring weigh less.",
                   {{"instrumented_us", us(in.recording.makespans.instrumentedMedian())},
                    {"plain_median_us", us(in.recording.makespans.median())}}};
}

std::optional<Finding> pageableMemory(const FindingInput &in)
{
    if (!in.program)
        return std::nullopt;
    int copies = 0;
    std::int64_t copying = 0;
    for (std::size_t i = 0; i < in.program->operations.size(); ++i) {
        const Operation &operation = in.program->operations[i];
        if (!isHostCopy(operation.kind) || in.program->hostMemoryOf(operation) != HostMemory::Pageable)
            continue;
        ++copies;
        copying += in.recording.timeline.ends()[i] - in.recording.timeline.starts()[i];
    }
    if (copies == 0)
        return std::nullopt;
    return Finding{"pageable-memory",
                   Severity::Warning,
                   std::to_string(copies)
                       + " copies use pageable host memory: each is staged through a pinned buffer and "
                         "holds the host thread, so what comes behind it is issued late.",
                   "Allocate the host side with cudaHostAlloc, or register it with cudaHostRegister.",
                   {{"copies", copies}, {"copy_us", us(copying)}}};
}

std::optional<Finding> hostSynchronises(const FindingInput &in)
{
    const auto &kinds = in.recording.timeline.kinds();
    const auto syncs = std::count(kinds.begin(), kinds.end(), OperationKind::Sync);
    if (syncs < 2)
        return std::nullopt;
    return Finding{
        "host-synchronises",
        Severity::Hint,
        "The host waits for the GPU " + std::to_string(syncs)
            + " times in between. While it waits it issues nothing, so the engines run dry.",
        "Issue everything first and synchronise once at the end; order streams among each other with events.",
        {{"synchronisations", static_cast<double>(syncs)}}};
}

std::optional<Finding> sharedCopyEngine(const FindingInput &in)
{
    const std::int64_t h2d = totalOf(in, &DeviceFigures::Unions::h2d);
    const std::int64_t d2h = totalOf(in, &DeviceFigures::Unions::d2h);
    if (in.recording.device.asyncEngineCount != 1 || h2d == 0 || d2h == 0)
        return std::nullopt;
    return Finding{
        "one-copy-engine",
        Severity::Hint,
        "This device has one copy engine for both directions (asyncEngineCount 1): a copy back and a copy in "
        "never run at once, and a copy back that waits for its kernel holds up every copy behind it.",
        "On such a device issue all copies in before the first copy back (breadth-first).",
        {{"h2d_us", us(h2d)}, {"d2h_us", us(d2h)}}};
}

/// Where only the time in which kernels ran is known, it is a bound only where each kernel has the SMs for itself.
bool kernelsRanSideBySide(const FindingInput &in)
{
    std::int64_t sum = 0;
    const Timeline &timeline = in.recording.timeline;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::Kernel)
            addTime(sum, timeline.ends()[i] - timeline.starts()[i]);
    const std::int64_t together = totalOf(in, &DeviceFigures::Unions::kernel);
    return sum - together > together / 20;
}

std::string adviceNearTheBound(const Summary &s)
{
    if (s.boundBy == BoundBy::Host)
        return "Another order cannot win much more: only less work of the host, or fewer calls (one launch of a "
               "graph), "
               "makes this faster.";
    if (s.boundBy != BoundBy::Chain)
        return "Scheduling cannot win much more: only less work for " + limitText(s) + " makes this faster.";
    if (!s.boundChain.byOrder)
        return std::string("Scheduling cannot win much more: only less work in that ")
               + (s.boundChain.operations == 1 ? "operation" : "chain") + " makes this faster.";
    return "The order of the streams and events counts as needed, because not all of these operations say which "
           "buffers "
           "they use. Where they do not need one another, put them on different streams.";
}

std::optional<Finding> nearestLimit(const FindingInput &in)
{
    const Summary &s = in.summary;
    if (s.boundNs <= 0 || s.makespanNs <= 0)
        return std::nullopt;
    Finding finding{"bound",
                    Severity::Info,
                    "The limit is " + limitText(s) + ": " + millisecondsText(s.boundNs) + " in a makespan of "
                        + millisecondsText(s.makespanNs) + " (" + percent(s.efficiency) + ").",
                    {},
                    {{"bound_us", us(s.boundNs)}, {"makespan_us", us(s.makespanNs)}, {"efficiency", s.efficiency}}};
    if (s.boundBy == BoundBy::Kernels && kernelsRanSideBySide(in))
        finding.suggestion =
            "Kernels ran side by side, and the file does not say how many SMs each of them takes: more "
            "blocks or more streams may still fit.";
    else if (s.efficiency >= nearTheBound)
        finding.suggestion = adviceNearTheBound(s);
    return finding;
}

std::optional<Finding> nothingOverlapped(const FindingInput &in)
{
    std::int64_t overlapped = 0;
    for (const auto &[device, figures] : in.devices)
        overlapped += figures.overlapNs.kernelCopy + figures.overlapNs.h2dD2H;
    const std::int64_t copies = totalOf(in, &DeviceFigures::Unions::h2d) + totalOf(in, &DeviceFigures::Unions::d2h);
    if (overlapped > 0 || copies == 0 || totalOf(in, &DeviceFigures::Unions::kernel) == 0)
        return std::nullopt;
    constexpr double worthSaying = 0.02; // of the run; hiding less is of no use
    if (static_cast<double>(copies) < worthSaying * static_cast<double>(in.summary.makespanNs))
        return std::nullopt;
    // Other findings give the cause and another suggestion.
    if (sharedCopyEngine(in) || hostSynchronises(in) || pageableMemory(in))
        return std::nullopt;
    constexpr double inTurn = 1.02; // kernels may have run beside kernels, or devices beside devices
    return Finding{
        "no-overlap",
        Severity::Hint,
        std::string("No copy ran at the same time as a kernel or a copy of the other direction")
            + (in.summary.speedup <= inTurn ? ": the run is as slow as its operations one after the other." : "."),
        "Cut the work into chunks and issue them on several non-blocking streams, from pinned memory.",
        {{"copy_us", us(copies)}}};
}

/// When the kernels began and ended within the run, and what was copied before and after them.
struct KernelWindow
{
    std::int64_t firstStart = unknownTime, lastEnd = 0;     ///< of any GPU operation
    std::int64_t firstKernel = unknownTime, lastKernel = 0; ///< first kernel's start, last kernel's end
    int copiesBefore = 0, copiesAfter = 0;

    bool hasKernels() const { return firstKernel != unknownTime; }
    std::int64_t ends() const
    {
        std::int64_t sum = firstKernel - firstStart;
        addTime(sum, lastEnd - lastKernel);
        return sum;
    }
    double share() const
    {
        return static_cast<double>(ends()) / static_cast<double>(std::max<std::int64_t>(lastEnd - firstStart, 1));
    }
};

KernelWindow kernelWindow(const Timeline &timeline)
{
    KernelWindow window;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!runsOnGpu(timeline.kinds()[i]))
            continue;
        const std::int64_t start = timeline.starts()[i], end = timeline.ends()[i];
        window.firstStart = window.firstStart == unknownTime ? start : std::min(window.firstStart, start);
        window.lastEnd = std::max(window.lastEnd, end);
        if (timeline.kinds()[i] == OperationKind::Kernel) {
            window.firstKernel = window.hasKernels() ? std::min(window.firstKernel, start) : start;
            window.lastKernel = std::max(window.lastKernel, end);
        }
    }
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!isCopy(timeline.kinds()[i]) || !window.hasKernels())
            continue;
        window.copiesBefore += timeline.ends()[i] <= window.firstKernel ? 1 : 0;
        window.copiesAfter += timeline.starts()[i] >= window.lastKernel ? 1 : 0;
    }
    return window;
}

constexpr double fillWorthSaying = 0.15; // of the run

/// "3 copies ran before the first kernel and 1 copy after the last one".
std::string copiesOutside(const KernelWindow &window)
{
    const auto copies = [](auto count) { return std::to_string(count) + (count == 1 ? " copy" : " copies"); };
    std::string text;
    if (window.copiesBefore > 0)
        text = copies(window.copiesBefore) + " ran before the first kernel";
    if (window.copiesAfter > 0)
        text += (text.empty() ? copies(window.copiesAfter) + " ran" : " and " + copies(window.copiesAfter))
                + " after the last " + (text.empty() ? "kernel" : "one");
    return text;
}

/// Kernels that come late although their data was there: the order of issue holds them.
std::optional<Finding> kernelsComeLate(const FindingInput &in)
{
    const KernelWindow window = kernelWindow(in.recording.timeline);
    if (!window.hasKernels() || window.share() < fillWorthSaying || (window.copiesBefore < 3 && window.copiesAfter < 3))
        return std::nullopt;
    return Finding{"kernels-late",
                   Severity::Hint,
                   copiesOutside(window) + ", for " + millisecondsText(window.ends()) + " (" + percent(window.share())
                       + " of the run): no kernel could hide them.",
                   "Issue depth-first, so that a chunk's kernel stands right behind its copy in its stream.",
                   {{"copies_before", window.copiesBefore},
                    {"copies_after", window.copiesAfter},
                    {"fill_and_drain_us", us(window.ends())}}};
}

std::optional<Finding> fillAndDrain(const FindingInput &in)
{
    if (in.summary.efficiency >= nearTheBound)
        return std::nullopt; // the copies that nothing hides are the bound itself
    const KernelWindow window = kernelWindow(in.recording.timeline);
    const auto figures = in.devices.find(0);
    if (figures == in.devices.end() || figures->second.maxStreamsActive < 2 || !window.hasKernels()
        || window.share() < fillWorthSaying || kernelsComeLate(in))
        return std::nullopt;
    return Finding{"fill-and-drain",
                   Severity::Hint,
                   "The pipeline fills and drains for " + millisecondsText(window.ends()) + " ("
                       + percent(window.share())
                       + " of the run): before the first kernel and after the last one nothing can hide the copies.",
                   "Smaller chunks shorten both ends, until the cost per operation weighs more.",
                   {{"fill_and_drain_us", us(window.ends())}}};
}

std::optional<Finding> waitsForEngines(const FindingInput &in)
{
    const EngineWaits waits = engineWaits(in.recording);
    if (waits.copiesNs <= 0 && waits.kernelsNs <= 0)
        return std::nullopt;
    std::int64_t both = waits.copiesNs;
    addTime(both, waits.kernelsNs);
    return Finding{
        "waits-for-engine",
        Severity::Info,
        "Operations that were ready waited " + millisecondsText(both) + " in all for an engine that was busy, "
            + (waits.copiesNs >= waits.kernelsNs
                   ? "mostly copies for a copy engine that served another stream."
                   : "mostly kernels while others ran (full SMs, as many kernels as the device holds, or a hardware "
                     "queue that their streams share)."),
        {},
        {{"copies_waited_us", us(waits.copiesNs)}, {"kernels_waited_us", us(waits.kernelsNs)}}};
}

std::optional<Finding> nullStream(const FindingInput &in)
{
    constexpr double worthSaying = 0.02; // of the run
    std::int64_t held = 0;
    const DeviceFigures *most = nullptr;
    for (const auto &[device, figures] : in.devices) {
        addTime(held, figures.gapsNs[static_cast<std::size_t>(GapCause::DefaultStream)]);
        if (!most || figures.longestBarrierNs > most->longestBarrierNs)
            most = &figures;
    }
    if (!most || most->barrier.empty()
        || static_cast<double>(most->longestBarrierNs) < worthSaying * static_cast<double>(in.summary.makespanNs))
        return std::nullopt;
    return Finding{
        "null-stream",
        Severity::Hint,
        "The order of the NULL stream held streams for " + millisecondsText(held) + " in all, the longest by '"
            + most->barrier + "': blocking streams wait for the NULL stream, and it waits for them.",
        "Create the streams with cudaStreamNonBlocking, and order them by events where they need one another.",
        {{"held_us", us(held)}, {"longest_us", us(most->longestBarrierNs)}}};
}

std::optional<Finding> shortOperations(const FindingInput &in)
{
    constexpr std::int64_t shortNs = 20'000; // a launch costs some 3 µs and a copy some 4 µs before its first byte
    int gpu = 0, small = 0;
    const Timeline &timeline = in.recording.timeline;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!runsOnGpu(timeline.kinds()[i]))
            continue;
        ++gpu;
        small += timeline.ends()[i] - timeline.starts()[i] < shortNs ? 1 : 0;
    }
    if (gpu < 8 || small * 2 < gpu)
        return std::nullopt;
    return Finding{"short-operations",
                   Severity::Hint,
                   std::to_string(small) + " of " + std::to_string(gpu)
                       + " operations last less than 20 µs: issuing and "
                         "starting them costs about as much as their work.",
                   "Use fewer, larger chunks.",
                   {{"short", small}, {"operations", gpu}}};
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
    return Finding{"cold-first-run",
                   counts ? Severity::Warning : Severity::Info,
                   "The first run took " + millisecondsText(first) + ", the later ones "
                       + millisecondsText(later.median()) + " (median): it paid for what is done only once.",
                   counts ? "Run at least one warm-up, so that the first run is in no figure."
                          : "The warm-up keeps it out of the figures.",
                   {{"first_us", us(first)}, {"later_median_us", us(later.median())}}};
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
        finding.evidence.emplace_back(step.name, us(step.end - step.begin));
    }
    finding.text = "Before it could run anything this process spent " + millisecondsText(total) + ": " + finding.text
                   + ". That is by the host's clock and in no makespan.";
    finding.suggestion = "Start a process once and let it run many times.";
    return finding;
}

using Rule = std::optional<Finding> (*)(const FindingInput &);
constexpr Rule everyRule[] = {verificationFailed,
                          race,
                          instrumentationCost,
                          pageableMemory,
                          hostSynchronises,
                          nothingOverlapped,
                          sharedCopyEngine,
                          kernelsComeLate,
                          fillAndDrain,
                          shortOperations,
                          nearestLimit,
                          waitsForEngines,
                          nullStream,
                          coldFirstRun,
                          startup};

} // namespace

std::vector<Finding> findReasons(const FindingInput &input)
{
    std::vector<Finding> findings;
    for (const Rule rule : everyRule)
        if (auto finding = rule(input))
            findings.push_back(std::move(*finding));
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    return findings;
}

} // namespace streamscope
