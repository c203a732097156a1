// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace streamscope {

/// Operations that one call launches (Operation::graph).
struct CodeGraph
{
    std::size_t first = 0;             ///< operation that it begins with
    std::vector<std::size_t> nodes;    ///< operations, without `waits`
    std::vector<std::int32_t> streams; ///< that of the launch in front; the others wait before and behind the graph
    std::vector<std::size_t> waits;    ///< for records before the graph: their streams wait before the launch
};

/// The graphs of some operations in the order of their launches, of a Program of one host thread. A wait in a graph for
/// an event that nobody recorded is in none of them: it passes at once.
std::vector<CodeGraph> codeGraphs(const Program &program);

/// What keeps such graphs, and host threads, from being written as code, as the end of "no code can be written for";
/// empty: nothing.
std::string_view graphProblem(const Program &program);
std::string_view threadProblem(const Program &program);

} // namespace streamscope
