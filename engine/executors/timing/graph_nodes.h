// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <algorithm>

namespace streamscope {

/// Some operation of `program` is a node of a graph: of the whole Program's, or of one of its own.
inline bool hasGraphNodes(const Program &program)
{
    return std::any_of(program.operations.begin(), program.operations.end(),
                       [&program](const Operation &operation) { return program.inGraph(operation); });
}

} // namespace streamscope
