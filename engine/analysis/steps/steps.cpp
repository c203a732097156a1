// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/steps/steps.h"

#include "engine/analysis/steps/launch_repetition.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace streamscope {

namespace {

/// "step 12" → "step ", with whether it had a number.
std::pair<std::string_view, bool> withoutNumber(std::string_view name)
{
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        --end;
    return {name.substr(0, end), end < name.size() && end > 0};
}

/// Ranges of one thread with one name, numbers aside.
struct Family
{
    std::string name;
    std::vector<std::uint32_t> events;
    bool numbered = true, overlaps = false;
    std::int64_t covered = 0;
};

std::vector<Family> familiesOf(const HostEvents &events)
{
    std::vector<Family> families;
    for (const EventThread &thread : events.threads()) {
        std::map<std::string_view, Family> known;
        for (std::uint32_t i = thread.first; i < thread.past; ++i) {
            if (events.kind(i) != HostEventKind::Range)
                continue;
            const auto [name, numbered] = withoutNumber(events.name(i));
            Family &family = known[name];
            family.numbered = family.numbered && numbered;
            family.overlaps =
                family.overlaps || (!family.events.empty() && events.end(family.events.back()) > events.begin(i));
            family.events.push_back(i);
            family.covered += events.end(i) - events.begin(i);
        }
        for (auto &[name, family] : known) {
            family.name = name;
            families.push_back(std::move(family));
        }
    }
    return families;
}

/// The operations that GPUs executed, in order of issue.
std::vector<std::uint32_t> issuedOperations(const Timeline &timeline)
{
    std::vector<std::uint32_t> issued;
    for (std::uint32_t i = 0; i < timeline.size(); ++i)
        if (runsOnGpu(timeline.kinds()[i]) && timeline.issue(i) != unknownTime)
            issued.push_back(i);
    return issued;
}

std::size_t issuedWithin(const Timeline &timeline, const std::vector<std::uint32_t> &issued, std::int64_t begin,
                         std::int64_t end)
{
    const auto first = [&](std::int64_t time) {
        return std::partition_point(issued.begin(), issued.end(),
                                    [&](std::uint32_t i) { return timeline.issue(i) < time; });
    };
    return static_cast<std::size_t>(first(end) - first(begin));
}

/// The family that marks the steps: numbers before none, then what issued the most, then the fewest ranges.
const Family *stepFamily(const Timeline &timeline, const std::vector<Family> &families,
                         const std::vector<std::uint32_t> &issued)
{
    const Family *best = nullptr;
    std::tuple<bool, std::size_t, std::int64_t> most;
    for (const Family &family : families) {
        if (family.events.size() < 2 || family.overlaps)
            continue;
        std::size_t operations = 0;
        for (const std::uint32_t event : family.events)
            operations +=
                issuedWithin(timeline, issued, timeline.hostEvents()->begin(event), timeline.hostEvents()->end(event));
        const std::tuple worth(family.numbered, operations, family.covered);
        const bool holdsMost = 2 * operations >= issued.size() && operations > 0;
        if (holdsMost && (!best || worth > most)) {
            best = &family;
            most = worth;
        }
    }
    return best;
}

/// Work of other threads counts too: autograd issues the backward pass from a thread of its own.
void addOperations(const Timeline &timeline, const std::vector<std::uint32_t> &issued, std::vector<Step> &steps)
{
    const Timeline::Ends ends = timeline.ends();
    auto step = steps.begin();
    for (const std::uint32_t i : issued) {
        while (step != steps.end() && step->hostEnd <= timeline.issue(i))
            ++step;
        if (step == steps.end())
            return;
        if (timeline.issue(i) < step->hostBegin)
            continue;
        const std::int64_t start = timeline.starts()[i], end = ends[i];
        step->deviceBegin = step->onDevice() ? std::min(step->deviceBegin, start) : start;
        step->deviceEnd = step->operations > 0 ? std::max(step->deviceEnd, end) : end;
        ++step->operations;
    }
}

} // namespace

Steps findSteps(const Timeline &timeline)
{
    Steps found;
    const std::vector<std::uint32_t> issued = issuedOperations(timeline);
    const HostEvents *events = timeline.hostEvents();
    const std::vector<Family> families = events ? familiesOf(*events) : std::vector<Family>();
    if (const Family *family = events ? stepFamily(timeline, families, issued) : nullptr) {
        found.by = Phrase("engine", "ranges '%1'").arg(family->name);
        for (const std::uint32_t event : family->events) {
            Step step;
            step.name = events->name(event);
            step.hostBegin = events->begin(event);
            step.hostEnd = events->end(event);
            found.steps.push_back(std::move(step));
        }
    } else {
        for (const auto &[begin, end] : repeatedLaunches(timeline)) {
            Step step;
            step.name = "step " + std::to_string(found.steps.size());
            step.hostBegin = begin;
            step.hostEnd = end;
            found.steps.push_back(std::move(step));
        }
        found.by = found.empty() ? "" : QT_TRANSLATE_NOOP("engine", "repeated launches");
    }
    addOperations(timeline, issued, found.steps);
    return found;
}

StepFigures figuresOf(const Steps &steps)
{
    StepFigures figures;
    std::vector<std::pair<std::int64_t, std::size_t>> durations;
    for (std::size_t i = 0; i < steps.steps.size(); ++i)
        durations.emplace_back(steps.steps[i].duration(), i);
    std::sort(durations.begin(), durations.end());
    std::tie(figures.median, figures.medianStep) = durations[durations.size() / 2];
    figures.shortest = durations.front().first;
    figures.longest = durations.back().first;
    std::vector<std::pair<std::int64_t, std::size_t>> distances;
    for (const auto &[duration, step] : durations)
        distances.emplace_back(std::abs(duration - figures.median), step);
    std::sort(distances.begin(), distances.end());
    figures.spread = distances[distances.size() / 2].first;
    constexpr std::int64_t farTimes = 5, farShare = 20; // 5 %
    constexpr std::size_t fewest = 3;
    const auto [farthest, step] = distances.back();
    if (durations.size() >= fewest && farthest > farTimes * figures.spread && farthest > figures.median / farShare)
        figures.odd = step;
    return figures;
}

std::string stepsText(const Steps &steps)
{
    if (steps.empty())
        return {};
    const StepFigures figures = figuresOf(steps);
    std::string text = "Steps: " + std::to_string(steps.steps.size()) + " by " + steps.by + ": median "
                       + millisecondsText(figures.median) + ", spread " + millisecondsText(figures.spread) + ", "
                       + millisecondsText(figures.shortest) + " to " + millisecondsText(figures.longest);
    if (figures.odd)
        text += "; odd: " + std::to_string(*figures.odd) + " ('" + steps.steps[*figures.odd].name + "') with "
                + millisecondsText(steps.steps[*figures.odd].duration());
    return text;
}

std::optional<std::size_t> findStep(const Steps &steps, const std::string &text)
{
    for (std::size_t i = 0; i < steps.steps.size(); ++i)
        if (text == std::to_string(i) || text == steps.steps[i].name)
            return i;
    return std::nullopt;
}

StepDifference compareSteps(const Timeline &timeline, const Step &a, const Step &b)
{
    StepDifference difference;
    difference.duration = b.duration() - a.duration();
    difference.host = (b.hostEnd - b.hostBegin) - (a.hostEnd - a.hostBegin);
    difference.operations = static_cast<std::int64_t>(b.operations) - static_cast<std::int64_t>(a.operations);
    std::map<std::uint32_t, StepDifference::Name> names;
    const Timeline::Ends ends = timeline.ends();
    for (const std::uint32_t i : issuedOperations(timeline)) {
        const std::int64_t issue = timeline.issue(i), duration = ends[i] - timeline.starts()[i];
        StepDifference::Name &name = names[timeline.nameIndices()[i]];
        name.name = timeline.nameIndices()[i];
        if (issue >= a.hostBegin && issue < a.hostEnd) {
            name.a += duration;
            ++name.countA;
        }
        if (issue >= b.hostBegin && issue < b.hostEnd) {
            name.b += duration;
            ++name.countB;
        }
    }
    for (const auto &[index, name] : names)
        if (name.a != name.b || name.countA != name.countB)
            difference.names.push_back(name);
    std::stable_sort(difference.names.begin(), difference.names.end(),
                     [](const auto &x, const auto &y) { return std::abs(x.b - x.a) > std::abs(y.b - y.a); });
    return difference;
}

std::optional<TimeRange> timesOfName(const Timeline &timeline, const Step &step, std::uint32_t name)
{
    std::optional<TimeRange> times;
    const Timeline::Ends ends = timeline.ends();
    for (std::uint32_t i = 0; i < timeline.size(); ++i) {
        const std::int64_t issue = timeline.issue(i);
        if (timeline.nameIndices()[i] != name || !runsOnGpu(timeline.kinds()[i]) || issue == unknownTime
            || issue < step.hostBegin || issue >= step.hostEnd)
            continue;
        const std::int64_t start = timeline.starts()[i], end = ends[i];
        times = times ? TimeRange{std::min(times->begin, start), std::max(times->end, end)} : TimeRange{start, end};
    }
    return times;
}

} // namespace streamscope
