// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// By operation: how much longer it could take before the run takes longer, ns, with the dependencies and the distances
/// between operations as they were. 0 on the critical path.
std::vector<std::int64_t> slackOf(const Timeline &timeline, const RunDependencies &dependencies);

} // namespace streamscope
