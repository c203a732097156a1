// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/analysis/bounds/work_bounds.h"

#include <map>

namespace streamscope {

/// The figures of every device that executed an operation, by device index. Only operations that GPUs execute count:
/// copies, kernels, memsets and collectives. `bounds` are those of the recording. Without the critical path.
std::map<int, DeviceFigures> deviceFigures(const Timeline &timeline, const WorkBounds &bounds);

} // namespace streamscope
