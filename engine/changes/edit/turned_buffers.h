// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/patterns/steps.h"
#include "engine/program/program.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// Buffers that each step of a loop fills anew. When a step's copies begin while the step before still works, each of
/// them exists several times, and the steps use them in turn.
class TurnedBuffers
{
public:
    /// Finds the buffers of the copies of `steps`, all of `thread`, that every step uses in the same way and nobody
    /// else of `operations` uses, and adds their twins to `program`, `times` − 1 of each.
    TurnedBuffers(const std::vector<Operation> &operations, Program &program, const std::vector<LoopStep> &steps,
                  std::int32_t thread, std::size_t times);

    /// Gives an operation of step `step` the buffers of its turn.
    void turn(Operation &operation, std::size_t step) const;

private:
    std::size_t m_times;
    std::map<std::int32_t, std::vector<std::int32_t>> m_twins; ///< by buffer: the buffer of each turn
};

} // namespace streamscope
