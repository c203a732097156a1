// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"

#include <cstddef>
#include <map>
#include <vector>

namespace streamscope {

/// Host functions that may stand in a stream of their own, which nothing else in a file names: a thread lets that
/// stream wait for what it issued, calls for the function, and lets its own stream wait for it some calls later. An
/// event's record and its wait follow each other in both places.
class FunctionJoins
{
public:
    struct Join
    {
        std::size_t before = 0; ///< the step that issued what the function's stream waits for
        std::size_t behind = 0; ///< the one that issues what waits for the function
    };

    /// `steps` as traceSteps() gives them.
    explicit FunctionJoins(const std::vector<TraceStep> &steps);

    /// Of the call for a function; null where it is in no such place.
    const Join *of(std::size_t step) const
    {
        const auto join = m_joins.find(step);
        return join == m_joins.end() ? nullptr : &join->second;
    }

private:
    std::map<std::size_t, Join> m_joins; ///< by step of the function's call
};

} // namespace streamscope
