// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <string>
#include <vector>

namespace streamscope {

/// "NVIDIA H200, simulated (sim:h200)".
std::string deviceLine(const DeviceInfo &device);

/// The result of a run in a few lines of text.
std::vector<std::string> runSummary(const RunResult &result);

/// An imported trace and its analysis for people: what was read, then the figures of each device and the findings.
std::vector<std::string> traceSummary(const RunResult &result, bool withCode);

/// The definition of every figure, for --help.
std::string figuresHelp();

} // namespace streamscope
