// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <map>

namespace streamscope {

/// The figures of every device that executed an operation, by device index. Only operations that GPUs execute count:
/// copies, kernels, memsets and collectives.
std::map<int, DeviceFigures> deviceFigures(const Timeline &timeline);

/// True for the kinds that a GPU executes; they count as busy time.
bool runsOnGpu(OperationKind kind);

} // namespace streamscope
