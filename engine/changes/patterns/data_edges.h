// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <functional>

namespace streamscope {

/// Calls `take` with each pair of operations in streams that use the same bytes, one of them writing: the later one
/// needs the earlier one to be over. Pairs that follow from others are left out: of the reads of a stream since a write
/// only the last one counts, and nothing before that write. In the order of the later operation.
void forEachDataEdge(const Program &program, const std::function<void(std::int32_t earlier, std::int32_t later)> &take);

/// `next` begins where `last` ends, in the same buffer.
bool isNeighbour(const BufferRange &last, const BufferRange &next);

} // namespace streamscope
