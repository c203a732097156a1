// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/graph_runs.h"
#include "engine/program/program.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// The work of the host before a graph prepared the launch of its first node, as the work between its nodes prepared
/// theirs, and goes as that does: as much of it as usually stands before such a node. The shortest gap between two
/// calls stays, because the graph is launched by a call, too. Only in a replay, where the work between two calls is one
/// number.
class LaunchPreparation
{
public:
    LaunchPreparation(const Program &program, const GraphRuns &runs);

    /// Of work `operation` what prepares the launch of a graph's first node, ns; 0 of all other operations.
    std::int64_t before(std::size_t operation) const;

private:
    const Program &m_program;
    const GraphRuns &m_runs;
    std::vector<std::int32_t> m_next;                           ///< by operation: the next one of its thread
    std::unordered_map<std::string_view, std::int64_t> m_usual; ///< by name of a node, ns, without the shortest gap
};

} // namespace streamscope
