// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/replay_range.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <limits>

namespace streamscope {

bool isReplayed(const Timeline &timeline, std::uint32_t span)
{
    const OperationKind kind = timeline.kinds()[span];
    return (runsOnGpu(kind) || kind == OperationKind::HostFunction) && timeline.streamIndices()[span] >= 0
           && !timeline.isMigration(span);
}

std::int32_t issuedStream(const Timeline &timeline, const TraceStep &step)
{
    for (std::uint32_t span = step.firstSpan; span < step.firstSpan + step.spans; ++span)
        if (isReplayed(timeline, span))
            return timeline.streamIndices()[span];
    return -1;
}

bool ReplayRange::isEarlier(const Timeline &timeline, std::uint32_t span) const
{
    const std::int64_t spanEnd = timeline.ends()[span];
    return isReplayed(timeline, span) && spanEnd > begin && spanEnd <= end;
}

namespace {

ReplayRange replayRange(const Timeline &timeline, const std::vector<TraceStep> &steps, TimeRange wanted)
{
    ReplayRange range;
    std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = std::numeric_limits<std::int64_t>::min();
    std::int64_t issuedTo = end;
    for (const TraceStep &step : steps) {
        if (step.begin < wanted.begin || step.begin >= wanted.end)
            continue;
        for (std::uint32_t i = 0; i < step.spans; ++i) {
            const std::uint32_t span = step.firstSpan + i;
            if (!isReplayed(timeline, span))
                continue;
            begin = std::min(begin, std::min(step.begin, timeline.starts()[span]));
            issuedTo = std::max(issuedTo, timeline.ends()[span]);
            ++range.operations;
        }
        if (isSynchronisation(step.kind) && step.begin < issuedTo)
            end = std::max(end, step.end);
    }
    if (range.operations == 0)
        throw InputError(
            wanted == TimeRange()
                ? QT_TRANSLATE_NOOP("engine", "there is nothing to replay: no operation of a GPU")
                : QT_TRANSLATE_NOOP("engine",
                                    "there is nothing to replay: no operation of a GPU was issued in this range"));
    range.begin = begin;
    range.end = std::max(end, issuedTo);
    return range;
}

/// What was issued before the range and ends in it, by the starts.
std::vector<TraceStep> earlierSteps(const Timeline &timeline, const std::vector<TraceStep> &steps,
                                    const ReplayRange &range)
{
    std::vector<TraceStep> earlier;
    std::int32_t threads = 0;
    for (const TraceStep &step : steps) {
        threads = std::max(threads, step.thread + 1);
        if (step.begin >= range.begin)
            continue;
        TraceStep rest = step;
        while (rest.spans > 0 && !range.isEarlier(timeline, rest.firstSpan)) {
            ++rest.firstSpan;
            --rest.spans;
        }
        if (rest.spans == 0)
            continue;
        rest.begin = rest.end = range.begin;
        rest.stream = timeline.streamIndices()[rest.firstSpan];
        rest.blocking = false;
        rest.assumed = rest.earlier = true;
        earlier.push_back(rest);
    }
    for (TraceStep &step : earlier)
        step.thread = threads;
    std::ranges::stable_sort(earlier, {}, [&](const TraceStep &step) { return timeline.starts()[step.firstSpan]; });
    return earlier;
}

} // namespace

RangedSteps rangedSteps(const Timeline &timeline, TimeRange wanted)
{
    RangedSteps result;
    result.steps = traceSteps(timeline);
    result.range = replayRange(timeline, result.steps, wanted);
    const std::vector<TraceStep> earlier = earlierSteps(timeline, result.steps, result.range);
    if (earlier.empty())
        return result;
    result.hasEarlier = true;
    const auto place = std::ranges::lower_bound(result.steps, result.range.begin, {}, &TraceStep::begin);
    const auto moved = static_cast<std::uint32_t>(place - result.steps.begin());
    result.steps.insert(place, earlier.begin(), earlier.end());
    for (TraceStep &step : result.steps) // they refer to each other by index
        if (step.record != HostCall::none && step.record >= moved)
            step.record += static_cast<std::uint32_t>(earlier.size());
    return result;
}

} // namespace streamscope
