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

std::string percent(double share)
{
    return decimalText(share * 100, 0) + " %";
}

/// By the share of the run that is at stake.
Severity severityOf(std::int64_t stakeNs, std::int64_t makespanNs)
{
    constexpr double much = 0.2, some = 0.03;
    const double share = static_cast<double>(stakeNs) / static_cast<double>(std::max<std::int64_t>(makespanNs, 1));
    return share >= much ? Severity::Warning : share >= some ? Severity::Hint : Severity::Info;
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
                   {"Do not trust the times of this run. Look for a missing dependency between streams."},
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
                   {missingWaitText(*in.program, first)},
                   {{"races", static_cast<double>(races.size())}, {"first", first.first}, {"second", first.second}}};
}

std::optional<Finding> instrumentationCost(const FindingInput &in)
{
    constexpr double worthSaying = 0.05; // measuring notes R7: above 5 % the timeline is a distorted picture
    const double cost = in.recording.makespans.instrumentationCost();
    if (cost <= worthSaying)
        return std::nullopt;
    const Makespans &makespans = in.recording.makespans;
    return Finding{
        "instrumentation-cost",
        severityOf(makespans.instrumentedMedian() - makespans.median(), makespans.median()),
        "The runs with instruments took " + percent(cost)
            + " longer than the plain ones: the bars are a distorted picture of them.",
        {"Quote the plain makespan."},
        {{"instrumented_us", us(makespans.instrumentedMedian())}, {"plain_median_us", us(makespans.median())}}};
}

std::optional<Finding> sharedCopyEngine(const FindingInput &in)
{
    const std::int64_t h2d = totalOf(in, &DeviceFigures::Unions::h2d);
    const std::int64_t d2h = totalOf(in, &DeviceFigures::Unions::d2h);
    if (in.recording.device.asyncEngineCount != 1 || h2d == 0 || d2h == 0)
        return std::nullopt;
    return Finding{
        "one-copy-engine",
        Severity::Info,
        "This device has one copy engine for both directions (asyncEngineCount 1): a copy back and a copy in "
        "never run at once, and a copy back that waits for its kernel holds up every copy behind it.",
        {},
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

/// How sure the bound is, where the data leave a doubt.
std::string boundDoubt(const FindingInput &in)
{
    const Summary &s = in.summary;
    if (s.boundBy == BoundBy::Kernels && kernelsRanSideBySide(in))
        return " Kernels ran side by side, and the file does not say how many SMs each of them takes: more blocks or "
               "more streams may still fit.";
    if (s.boundBy == BoundBy::Chain && s.boundChain.byOrder)
        return " The order of the streams and events counts as needed, because not all of these operations say which "
               "buffers they use.";
    return {};
}

std::optional<Finding> nearestLimit(const FindingInput &in)
{
    const Summary &s = in.summary;
    if (s.boundNs <= 0 || s.makespanNs <= 0)
        return std::nullopt;
    return Finding{"bound",
                   Severity::Info,
                   "The limit is " + limitText(s) + ": " + millisecondsText(s.boundNs) + " in a makespan of "
                       + millisecondsText(s.makespanNs) + " (" + percent(s.efficiency) + ")." + boundDoubt(in),
                   {},
                   {{"bound_us", us(s.boundNs)}, {"makespan_us", us(s.makespanNs)}, {"efficiency", s.efficiency}}};
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
    return Finding{"null-stream",
                   severityOf(most->longestBarrierNs, in.summary.makespanNs),
                   "The order of the NULL stream held streams for " + millisecondsText(held)
                       + " in all, the longest by '" + most->barrier
                       + "': blocking streams wait for the NULL stream, and it waits for them.",
                   {},
                   {{"held_us", us(held)}, {"longest_us", us(most->longestBarrierNs)}}};
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
                   {counts ? "Run at least one warm-up, so that the first run is in no figure."
                           : "The warm-up keeps it out of the figures."},
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
    finding.suggestion.text = "Start a process once and let it run many times.";
    return finding;
}

using Rule = std::optional<Finding> (*)(const FindingInput &);
constexpr Rule everyRule[] = {verificationFailed, race,       instrumentationCost, sharedCopyEngine, nearestLimit,
                              waitsForEngines,    nullStream, coldFirstRun,        startup};

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
