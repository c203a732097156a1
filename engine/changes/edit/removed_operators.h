// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <vector>

namespace streamscope {

/// Adds to `removed`, by operation of a replay, what operators of a framework do around calls that go (.item(), .cpu()
/// with their waits, launches): before, between and behind them. What else the host does there stays, and so does a
/// piece that may belong to the operators of other calls, too.
void removeOperators(const std::vector<Operation> &operations, std::vector<bool> &removed);

} // namespace streamscope
