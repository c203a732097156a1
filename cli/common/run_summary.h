// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <string>
#include <vector>

namespace streamscope {

/// The result of a run in a few lines of text.
std::vector<std::string> runSummary(const RunResult &result);

} // namespace streamscope
