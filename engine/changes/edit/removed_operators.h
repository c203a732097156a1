// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <vector>

namespace streamscope {

/// Adds to `removed`, by operation of a replay, what operators of a framework do around calls that go (.item(), .cpu()
/// with their waits, launches): before, between and behind them. What else the host does there stays. A piece of work
/// that belongs to the operators of other calls, too, becomes shorter in `operations`.
void removeOperators(std::vector<Operation> &operations, std::vector<bool> &removed);

} // namespace streamscope
