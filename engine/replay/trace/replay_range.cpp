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

namespace {

/// Where the device is so far behind that nothing was issued in `wanted`: what ran in it.
ReplayRange executedRange(const Timeline &timeline, TimeRange wanted)
{
    ReplayRange range{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(), 0};
    for (std::uint32_t span = 0; span < timeline.size(); ++span) {
        if (!isReplayed(timeline, span) || timeline.starts()[span] >= wanted.end
            || timeline.ends()[span] <= wanted.begin)
            continue;
        range.begin = std::min(range.begin, std::max(timeline.starts()[span], wanted.begin));
        range.end = std::max(range.end, timeline.ends()[span]);
        ++range.operations;
    }
    return range;
}

} // namespace

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
    if (range.operations == 0) {
        const ReplayRange executed = executedRange(timeline, wanted);
        if (executed.operations == 0)
            throw InputError(
                wanted == TimeRange()
                    ? QT_TRANSLATE_NOOP("engine", "there is nothing to replay: no operation of a GPU")
                    : QT_TRANSLATE_NOOP("engine", "there is nothing to replay: no operation of a GPU ran or was issued "
                                                  "in this range"));
        return executed;
    }
    range.begin = begin;
    range.end = std::max(end, issuedTo);
    return range;
}

} // namespace streamscope
