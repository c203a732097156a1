// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/order/stream_rules.h"
#include "engine/program/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace streamscope {

class GraphLaunches;

/// The order that CUDA documents between the operations of a Program: that of StreamRules and GraphLaunches, and a wait
/// comes after the record that it saw (Runtime API, cudaStreamWaitEvent).
class ProgramOrder
{
public:
    /// `program` must be sound (findProblems()). ProgramOrder keeps no reference to it.
    explicit ProgramOrder(const Program &program);

    /// The direct predecessors: operations that must end before `operation` may begin. Indirect predecessors follow
    /// from these. Empty for an operation that is in no stream.
    std::span<const std::int32_t> before(std::size_t operation) const
    {
        return std::span(m_before).subspan(m_first[operation], m_first[operation + 1] - m_first[operation]);
    }

private:
    void add(const Program &program, std::int32_t operation, GraphLaunches &graphs);

    StreamRules m_rules;
    std::vector<std::int32_t> m_last;       ///< by stream: its last operation so far
    std::vector<std::int32_t> m_lastRecord; ///< by event
    std::vector<std::size_t> m_first; ///< by operation, plus one entry for the end: where its part of m_before begins
    std::vector<std::int32_t> m_before;
};

/// True for operations that are put into a stream: false for host work and for operations without a stream.
bool isInStream(const Operation &operation);

} // namespace streamscope
