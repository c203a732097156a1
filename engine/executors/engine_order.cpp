// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/engine_order.h"

#include <algorithm>
#include <map>
#include <utility>

namespace streamscope {

namespace {

Engine servingEngine(OperationKind kind, bool oneEngineForBothDirections)
{
    return kind == OperationKind::D2H && oneEngineForBothDirections ? Engine::CopyH2D : engineOf(kind);
}

} // namespace

void correctCopyStarts(const Program &program, bool oneEngineForBothDirections, std::vector<OperationTimes> &times)
{
    std::map<std::pair<int, Engine>, std::vector<std::size_t>> served;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (isCopy(operation.kind) && times[i].start != unknownTime && times[i].end != unknownTime)
            served[{program.streams[operation.stream].device,
                    servingEngine(operation.kind, oneEngineForBothDirections)}]
                .push_back(i);
    }
    for (auto &[engine, copies] : served) {
        std::stable_sort(copies.begin(), copies.end(), [&times](std::size_t a, std::size_t b) {
            return std::pair(times[a].end, times[a].start) < std::pair(times[b].end, times[b].start);
        });
        std::int64_t previousEnd = unknownTime;
        for (const std::size_t i : copies) {
            OperationTimes &t = times[i];
            t.ready = t.start;
            t.start = std::min(std::max(t.start, previousEnd), t.end);
            t.clock = Clock::EventEngine;
            previousEnd = t.end;
        }
    }
}

} // namespace streamscope
