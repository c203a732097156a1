// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// When one operation of a Program did what, in nanoseconds from the start of the run; see Span for the words.
struct OperationTimes
{
    std::int64_t issue = unknownTime;
    std::int64_t ready = unknownTime;
    std::int64_t start = unknownTime;
    std::int64_t end = unknownTime;
    std::int64_t returned = unknownTime;
    Clock clock = Clock::Model;
};

/// The timeline of a run: one span per operation, in issue order. `times` is parallel to the Program's operations.
Timeline makeTimeline(const Program &program, const std::vector<OperationTimes> &times);

/// Fills in every `ready` that is unknown from what the others say: the latest of the operation's issue, the ends of
/// all that it must come after (ProgramOrder) and, where the streams were held by a gate, `opening`, the moment at
/// which it let them go (unknownTime: there was none).
void fillReadyTimes(const Program &program, std::vector<OperationTimes> &times, std::int64_t opening = unknownTime);

/// For every operation the index of the one before it in its stream; −1 for the first and for host operations.
std::vector<std::int32_t> streamPredecessors(const Program &program);

/// For every event wait the index of the most recent record of its event at the time of the call; −1 when it was never
/// recorded (such a wait passes at once) and for all other operations. Source: CUDA Runtime API, cudaStreamWaitEvent.
std::vector<std::int32_t> awaitedRecords(const Program &program);

} // namespace streamscope
