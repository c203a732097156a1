// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <vector>

namespace streamscope {

/// Walks back from the operation of `device` that ended last: to the one that ended last before it could start, or,
/// where the host issued it later than that, before it was issued. `communicates` tells by name which kernels
/// communicate; see communicationNames().
CriticalPath criticalPath(const Timeline &timeline, int device, const std::vector<bool> &communicates);

} // namespace streamscope
