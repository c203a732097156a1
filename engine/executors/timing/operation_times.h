// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The times of one operation of a Program, in nanoseconds from the start of the run. Span defines the fields.
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

/// Sets every unknown `ready`: the latest of the operation's issue, the ends of its predecessors (ProgramOrder) and,
/// behind a gate, `opening`, when the gate opened (unknownTime: no gate).
void fillReadyTimes(const Program &program, std::vector<OperationTimes> &times, std::int64_t opening = unknownTime);

/// For every operation the index of its predecessor in its stream; −1 for the first operation and for host operations.
std::vector<std::int32_t> streamPredecessors(const Program &program);

/// For every event wait the index of the most recent record of its event at the time of the call; −1 when the event was
/// never recorded (such a wait does not wait) and for all other operations. Source: CUDA Runtime API,
/// cudaStreamWaitEvent.
std::vector<std::int32_t> awaitedRecords(const Program &program);

} // namespace streamscope
