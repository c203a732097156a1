// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/findings.h"

#include "engine/analysis/device_figures.h"
#include "engine/analysis/engines/engine_waits.h"
#include "engine/analysis/summary.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

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
                   Phrase("engine", "Wrong data came back: %1").arg(in.recording.verificationText),
                   {QT_TRANSLATE_NOOP(
                       "engine", "Do not trust the times of this run. Look for a missing dependency between streams.")},
                   {}};
}

std::optional<Finding> race(const FindingInput &in)
{
    const std::vector<Race> &races = in.races;
    if (!in.program || races.empty())
        return std::nullopt;
    const Race &first = races.front();
    std::string text = Phrase("engine", "In this program %1: a race, even when this run's data are right.")
                           .arg(raceText(*in.program, first));
    if (races.size() > 1)
        text += ' ' + Phrase("engine", "%1 more like it.").arg(races.size() - 1);
    return Finding{"race",
                   Severity::Problem,
                   text,
                   {missingWaitText(*in.program, first)},
                   {{"races", static_cast<double>(races.size())}, {"first", first.first}, {"second", first.second}}};
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
        QT_TRANSLATE_NOOP(
            "engine",
            "This device has one copy engine for both directions (asyncEngineCount 1): a copy back and a copy in never "
            "run at once, and a copy back that waits for its kernel holds up every copy behind it."),
        {},
        {{"h2d_us", microsecondsOf(h2d)}, {"d2h_us", microsecondsOf(d2h)}}};
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
        return QT_TRANSLATE_NOOP("engine", "Kernels ran side by side, and the file does not say how many SMs each of "
                                           "them takes: more blocks or more streams may still fit.");
    if (s.boundBy == BoundBy::Chain && s.boundChain.byOrder)
        return QT_TRANSLATE_NOOP("engine", "The order of the streams and events counts as needed, because not all of "
                                           "these operations say which buffers they use.");
    return {};
}

std::optional<Finding> nearestLimit(const FindingInput &in)
{
    const Summary &s = in.summary;
    if (s.boundNs <= 0 || s.makespanNs <= 0)
        return std::nullopt;
    const std::string doubt = boundDoubt(in);
    return Finding{
        "bound",
        Severity::Info,
        Phrase("engine", "The limit is %1: %2 in a makespan of %3 (%4).")
                .arg(limitText(s), millisecondsText(s.boundNs), millisecondsText(s.makespanNs), shareText(s.efficiency))
            + (doubt.empty() ? doubt : ' ' + doubt),
        {},
        {{"bound_us", microsecondsOf(s.boundNs)},
         {"makespan_us", microsecondsOf(s.makespanNs)},
         {"efficiency", s.efficiency}}};
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
        waits.copiesNs >= waits.kernelsNs
            ? Phrase("engine", "Operations that were ready waited %1, summed over all of them, for an engine that was "
                               "busy, mostly copies for a copy engine that served another stream.")
                  .arg(millisecondsText(both))
            : Phrase("engine", "Operations that were ready waited %1, summed over all of them, for an engine that was "
                               "busy, mostly kernels while others ran (full SMs, SMs that divide their memory "
                               "differently, as many kernels as the device holds, or a hardware queue that their "
                               "streams share).")
                  .arg(millisecondsText(both)),
        {},
        {{"copies_waited_us", microsecondsOf(waits.copiesNs)}, {"kernels_waited_us", microsecondsOf(waits.kernelsNs)}}};
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
                   Phrase("engine",
                          "The order of the NULL stream held streams for %1 summed over the streams, the longest by "
                          "'%2': blocking streams wait for the NULL stream, and it waits for them.")
                       .arg(millisecondsText(held), most->barrier),
                   {},
                   {{"held_us", microsecondsOf(held)}, {"longest_us", microsecondsOf(most->longestBarrierNs)}}};
}

/// When operations of lower priority than `priority` used an engine of a device.
IntervalSet lowerWork(const Timeline &timeline, int device, Engine engine, int priority)
{
    std::vector<IntervalSet::Interval> work;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.engines()[i] == engine && timeline.device(i) == device && timeline.streamIndices()[i] >= 0
            && timeline.streams()[static_cast<std::size_t>(timeline.streamIndices()[i])].priority > priority)
            work.push_back({timeline.starts()[i], timeline.ends()[i]});
    return IntervalSet(std::move(work));
}

/// When the ready operations of a stream waited for an engine.
std::map<Engine, std::vector<IntervalSet::Interval>> waitsOf(const Timeline &timeline, std::int32_t stream)
{
    constexpr std::int64_t leastNs = 10'000;
    std::map<Engine, std::vector<IntervalSet::Interval>> waits;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.streamIndices()[i] == stream && timeline.span(i).waited() > leastNs)
            waits[timeline.engines()[i]].push_back({timeline.ready(i), timeline.starts()[i]});
    return waits;
}

/// Priorities do not act on copies, and a running block is not displaced: an urgent stream waits all the same.
std::optional<Finding> priorityCannotAct(const FindingInput &in)
{
    constexpr double worthSaying = 0.03;
    const Timeline &timeline = in.recording.timeline;
    const auto &streams = timeline.streams();
    std::int64_t copiesNs = 0, kernelsNs = 0;
    for (std::size_t s = 0; s < streams.size(); ++s) {
        const bool urgent = std::any_of(streams.begin(), streams.end(), [&](const TimelineStream &other) {
            return other.device == streams[s].device && other.priority > streams[s].priority;
        });
        if (!urgent)
            continue;
        for (auto &[engine, waits] : waitsOf(timeline, static_cast<std::int32_t>(s))) {
            const IntervalSet lower = lowerWork(timeline, streams[s].device, engine, streams[s].priority);
            addTime(engine == Engine::Compute ? kernelsNs : copiesNs,
                    IntervalSet(std::move(waits)).intersectionWith(lower).length());
        }
    }
    std::int64_t both = copiesNs;
    addTime(both, kernelsNs);
    if (static_cast<double>(both) < worthSaying * static_cast<double>(in.summary.makespanNs) || both == 0)
        return std::nullopt;
    const bool copies = copiesNs >= kernelsNs;
    return Finding{
        "priority-cannot-act",
        severityOf(both, in.summary.makespanNs),
        copies
            ? Phrase(
                  "engine",
                  "Streams of higher priority were ready and waited %1 behind others: priorities do not act on copies.")
                  .arg(millisecondsText(both))
            : Phrase("engine", "Streams of higher priority were ready and waited %1 behind others: a block that runs "
                               "is not displaced, whatever waits.")
                  .arg(millisecondsText(both)),
        {copies ? QT_TRANSLATE_NOOP("engine", "Issue the urgent copies first, or make the other copies smaller.")
                : QT_TRANSLATE_NOOP("engine", "Give the other kernels more blocks with less work each: a waiting "
                                              "kernel takes the place of the next block that ends.")},
        {{"copies_waited_us", microsecondsOf(copiesNs)}, {"kernels_waited_us", microsecondsOf(kernelsNs)}}};
}

using Rule = std::optional<Finding> (*)(const FindingInput &);
constexpr Rule everyRule[] = {verificationFailed, race,       sharedCopyEngine, nearestLimit,
                              waitsForEngines,    nullStream, priorityCannotAct};

} // namespace

std::string shareText(double share)
{
    return decimalText(share * 100, 0) + " %";
}

double microsecondsOf(std::int64_t ns)
{
    return static_cast<double>(ns) / 1000.0;
}

Severity severityOf(std::int64_t stakeNs, std::int64_t makespanNs)
{
    constexpr double much = 0.2, some = 0.03;
    const double share = static_cast<double>(stakeNs) / static_cast<double>(std::max<std::int64_t>(makespanNs, 1));
    return share >= much ? Severity::Warning : share >= some ? Severity::Hint : Severity::Info;
}

std::vector<Finding> findReasons(const FindingInput &input)
{
    std::vector<Finding> findings;
    for (const Rule rule : everyRule)
        if (auto finding = rule(input))
            findings.push_back(std::move(*finding));
    addMeasuringFindings(input, findings);
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    return findings;
}

} // namespace streamscope
