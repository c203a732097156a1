// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/clock_waits.h"

#include "engine/program/medians.h"
#include "engine/program/operator_work_name.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace streamscope {

namespace {

/// How far four of five values lie from their middle, at most.
double spreadOf(std::vector<std::int64_t> values)
{
    const std::int64_t middle = lowerMedian(values);
    for (std::int64_t &value : values)
        value = std::abs(value - middle);
    std::sort(values.begin(), values.end());
    return static_cast<double>(values[values.size() * 4 / 5]);
}

/// When the call began: in the trace, or for one that the trace shows without work, as a wait for an event, in the run.
std::int64_t issueOf(const Program &program, std::uint32_t operation, const TimesOfRun &timesOf, const Timeline &trace)
{
    const std::int32_t span = program.operations[operation].source;
    return span < 0 ? timesOf(operation).issue : trace.issue(static_cast<std::size_t>(span));
}

/// Whether the calls come by a clock: their work makes up for what varies between them.
bool isByClock(const std::vector<ReplayedCall> &calls, const std::vector<std::uint32_t> &place, const Program &program,
               const TimesOfRun &timesOf, const Timeline &trace)
{
    constexpr std::int64_t shortestPause = 5'000; // ns
    constexpr double leastNs = 1'000, madeUp = 0.4;
    std::vector<std::int64_t> periods, rests, works;
    std::int64_t before = unknownTime;
    for (const std::uint32_t index : place) {
        const std::int64_t issue = issueOf(program, calls[index].operation, timesOf, trace);
        if (issue == unknownTime)
            return false;
        const std::int64_t last = std::exchange(before, issue);
        if (last == unknownTime)
            continue;
        periods.push_back(issue - last);
        rests.push_back(issue - last - calls[index].workNs);
        works.push_back(calls[index].workNs);
    }
    const double varies = spreadOf(rests);
    return lowerMedian(works) >= shortestPause && varies >= leastNs && spreadOf(periods) <= madeUp * varies;
}

bool isPause(const Operation &operation)
{
    return operation.kind == OperationKind::HostWork && operation.name == clockPauseName;
}

} // namespace

ClockWaits::ClockWaits(const Program &program, const std::vector<ThreadCalls> &threads, const TimesOfRun &timesOf,
                       const Timeline &trace)
    : m_ends(static_cast<std::size_t>(program.threadCount()))
{
    const auto isShorter = [&program](std::uint32_t a, std::uint32_t b) {
        return program.operations[a].durationNs < program.operations[b].durationNs;
    };
    for (const auto &[calls, places] : threads)
        for (const std::vector<std::uint32_t> &place : places) {
            if (!isByClock(calls, place, program, timesOf, trace))
                continue;
            for (const std::uint32_t call : place)
                if (const std::vector<std::uint32_t> work = workBefore(program, calls[call].operation); !work.empty())
                    m_pauses.push_back(*std::ranges::max_element(work, isShorter));
        }
    std::ranges::sort(m_pauses);
    for (const std::uint32_t pause : m_pauses)
        m_ends[static_cast<std::size_t>(program.operations[pause].thread)].push_back(timesOf(pause).end);
}

void ClockWaits::name(Program &program) const
{
    for (const std::uint32_t pause : m_pauses)
        program.operations[pause].name = std::string(clockPauseName);
}

bool ClockWaits::apply(Program &after, const TimesOfRun &timesOf) const
{
    std::vector<std::vector<std::size_t>> threads(m_ends.size()); // of each the pauses
    for (std::size_t i = 0; i < after.operations.size(); ++i)
        if (isPause(after.operations[i]))
            threads[static_cast<std::size_t>(after.operations[i].thread)].push_back(i);
    bool changed = false;
    for (std::size_t thread = 0; thread < threads.size(); ++thread) {
        const std::vector<std::size_t> &pauses = threads[thread];
        const std::vector<std::int64_t> &ends = m_ends[thread];
        if (pauses.size() != ends.size())
            continue;
        std::int64_t later = 0; // than in this run, by the pauses so far
        for (std::size_t i = 0; i < pauses.size(); ++i) {
            Operation &pause = after.operations[pauses[i]];
            const std::int64_t begin = timesOf(pauses[i]).start + later,
                               ns = std::max<std::int64_t>(ends[i] - begin, 0);
            later += ns - pause.durationNs;
            changed = changed || ns != pause.durationNs;
            pause.durationNs = ns;
        }
    }
    return changed;
}

} // namespace streamscope
