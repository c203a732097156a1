// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/function_joins.h"

#include <cstdint>
#include <optional>

namespace streamscope {

namespace {

/// What a thread did last.
struct Thread
{
    std::optional<std::size_t> issued;     ///< the step
    std::optional<std::size_t> function;   ///< that nothing has waited for yet: its step
    std::size_t before = 0;                ///< what that waits for
    bool recorded = false, paired = false; ///< right before: a record; that and a wait
    bool joined = false;                   ///< a record and a wait behind `function`
};

bool isPlaceless(const TraceStep &step)
{
    return step.kind == HostCallKind::HostFunction && step.spans == 0 && step.stream < 0;
}

bool isUnnamedWait(const TraceStep &step)
{
    return step.kind == HostCallKind::StreamWait && step.stream < 0;
}

} // namespace

FunctionJoins::FunctionJoins(const std::vector<TraceStep> &steps)
{
    std::map<std::int32_t, Thread> threads;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const TraceStep &step = steps[i];
        Thread &thread = threads[step.thread];
        const bool paired = thread.recorded && isUnnamedWait(step);
        if (isPlaceless(step)) {
            thread.function.reset();
            if (thread.paired && thread.issued)
                thread.function = i, thread.before = *thread.issued, thread.joined = false;
        } else if (step.spans > 0) {
            if (thread.function && thread.joined)
                m_joins[*thread.function] = {thread.before, i}, thread.function.reset();
            thread.issued = i;
        } else if (isSynchronisation(step.kind)) {
            thread.function.reset();
        }
        thread.joined = thread.joined || (thread.function && paired);
        thread.recorded = step.kind == HostCallKind::EventRecord;
        thread.paired = paired;
    }
}

} // namespace streamscope
