// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <vector>

namespace streamscope {

/// Walks back from the operation of `device` that ended last. The step before an operation is the operation that ended
/// last before it could start; when the host issued it after that end, the time in between is the host's, and the walk
/// goes on from the issue. `communicates`: which kernel names communicate (communicationNames()).
CriticalPath criticalPath(const Timeline &timeline, int device, const std::vector<bool> &communicates);

} // namespace streamscope
