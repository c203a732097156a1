// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/graph_runs.h"
#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// The work of the host around a graph that was part of what is captured, and goes with it: operators that lead to the
/// first node or end behind the last one, and, where the program then waits or begins anew, as much work between
/// operators as, with those, usually stands before a launch inside. The shortest gap between two calls stays, because
/// the graph is launched by a call, too. Only in a replay.
class LaunchPreparation
{
public:
    LaunchPreparation(const Program &program, const GraphRuns &runs);

    /// Of work `operation` what goes, ns; 0 of all other operations and of work inside a graph.
    std::int64_t of(std::size_t operation) const { return m_goes.empty() ? 0 : m_goes[operation]; }

private:
    /// The work of a thread between two calls.
    struct Gap
    {
        std::int32_t before = -1, behind = -1; ///< the graph of the call there; −1: none
        std::string_view node;                 ///< the name of the operation behind it
        std::vector<std::size_t> work;
    };

    void findUsual();
    void findEdges();
    void takeFrom(const Gap &gap);

    const Program &m_program;
    const GraphRuns &m_runs;
    std::unordered_map<std::string_view, std::int64_t> m_usual; ///< by name of a node, ns, without the shortest gap
    std::int64_t m_usualOfAll = 0;                              ///< the same of all nodes
    std::int64_t m_keptNs = 0;                                  ///< of each gap
    std::vector<std::int64_t> m_goes;                           ///< by operation
};

} // namespace streamscope
