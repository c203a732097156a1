// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The most that the host does around a call only to make it, ns. Measured on an H200 under PyTorch's profiler: without
/// its torch.cuda.synchronize() a loop's step is 13 us shorter than the call itself.
inline constexpr std::int64_t mostWorkOfCall = 20'000;

/// Call it for a replay before the operations of `removed` go. What the host did before and behind a removed call was
/// in part done to make it (Python, guards): of the two pieces of its work the shorter one goes, up to mostWorkOfCall.
/// Returns the time that went, ns.
std::int64_t shortenWorkAround(std::vector<Operation> &operations, const std::vector<bool> &removed);

} // namespace streamscope
