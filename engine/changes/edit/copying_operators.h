// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"

#include <vector>

namespace streamscope {

/// Adds to `removed`, by operation of a replay, what operators of a framework do around copies that go (.item(),
/// .cpu(), with their waits): before, between and behind their calls. What else the host does there stays, and so do
/// operators that may launch other work.
void removeCopyingOperators(const std::vector<Operation> &operations, std::vector<bool> &removed);

} // namespace streamscope
