// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <string>
#include <vector>

namespace streamscope {

/// An imported trace and its analysis for people: what was read, then the figures of each device and the findings.
std::vector<std::string> traceSummary(const RunResult &result);

/// The definition of every figure, for --help.
std::string figuresHelp();

} // namespace streamscope
