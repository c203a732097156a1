// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// Which host threads of a trace take turns: one hands over to the other and waits until it is its turn again, as a
/// training script and PyTorch's autograd thread do in each step. A trace does not show these waits. Replayed apart,
/// such a thread would spend them as work of its own, which no change could shorten; so threads that take turns are one
/// thread of the replayed Program. Threads take turns when they never call at the same time (50 µs at a change of turns
/// to one of them are forgiven), and have at least three turns with at least four calls each in the mean.
class ThreadTurns
{
public:
    /// `steps` in order of begin.
    explicit ThreadTurns(const std::vector<TraceStep> &steps);

    /// The thread for which `thread` counts: itself, or the first one of those with which it takes turns.
    std::int32_t threadFor(std::int32_t thread) const;
    /// Threads that count for another one.
    std::size_t joined() const { return m_for.size(); }

private:
    std::map<std::int32_t, std::int32_t> m_for;
};

} // namespace streamscope
