// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

namespace streamscope {

/// Whether the host decides how long the Program takes: it allocates memory, copies pageable memory itself, or launches
/// kernels that are shorter than a launch (docs/measurements/host-calls.md). Then each run begins on a core at full
/// speed, as in the lab: beside another process's work calls take up to 1.5 times as long.
bool isHostBound(const Program &program);

} // namespace streamscope
