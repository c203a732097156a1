// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/analysis/run_dependencies.h"

#include <vector>

namespace streamscope {

/// RunDependencies::criticalPathTo() the operation of `device` that ended last, as times of that device. Where the host
/// issued a step after the one before it had ended, the time in between is the host's. `dependencies` are those of the
/// timeline; `communicates`: which kernel names communicate (communicationNames()).
CriticalPath criticalPath(const Timeline &timeline, const RunDependencies &dependencies, int device,
                          const std::vector<bool> &communicates);

} // namespace streamscope
