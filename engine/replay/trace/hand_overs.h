// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/thread_turns.h"
#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace streamscope {

/// Where threads of a trace wait for each other, as far as their calls tell. A thread that hands work over records an
/// event, and the other one lets its stream wait for that: where a file does not name the events, the k-th wait of a
/// thread is for the k-th record of another one, or of all others, if each comes behind its record; of several guesses
/// the one whose records come last. And a thread that started others waits for them before it waits for the device:
/// their first calls and their last ones lie in its pause. Such time is no work of the host.
class HandOvers
{
public:
    /// Gives waits that have no record the one of another thread: TraceStep::record, `handedOver`, and the streams of
    /// both. `turns`: threads that take turns are one. `turns` and `steps` must outlive this.
    HandOvers(const Timeline &timeline, const ThreadTurns &turns, std::vector<TraceStep> &steps);

    /// When the thread of `step` could go on, in the Timeline's times: what it was waiting for was done then. `since`:
    /// what it did before ended. Returns `since` where it was not waiting for other threads.
    std::int64_t awaitedUntil(std::size_t step, std::int64_t since) const;

private:
    std::optional<std::int64_t> endOfStarted(std::size_t sync, std::int64_t since) const;

    const ThreadTurns &m_turns;
    const std::vector<TraceStep> &m_steps;
    std::map<std::int32_t, std::int64_t> m_firstCalls; ///< begin, by thread
};

} // namespace streamscope
