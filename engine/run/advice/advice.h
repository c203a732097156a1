// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/executors/executor.h"
#include "engine/run/what_if/what_if.h"

#include <memory>
#include <vector>

namespace streamscope {

/// Less than this share of the time is not worth a change.
inline constexpr double leastGain = 0.03;
/// More operations than this are not simulated again and again.
inline constexpr std::size_t mostAdvisedOperations = 250'000;

/// Changes that the simulator tried, and the best sequence of them.
struct Advice
{
    std::vector<Finding> findings; ///< those that win at least leastGain, by gain
    AdviceSummary summary;
};

/// Tries what the evidence proposes. Then the best change is applied and evidence looked for again, until nothing wins
/// leastGain. Deterministic. Reports the trials of each round. @throws Cancelled
Advice advise(const WhatIfBase &base, const RunControl &control);

/// The advice for a trace, which is replayed first. Without findings, and with the reason, where it cannot be replayed.
Advice adviseTrace(const std::shared_ptr<const RunResult> &trace, TimeRange range, const RunControl &control);
/// The advice for a run, by the model of its device; on the scale of the run's makespan.
Advice adviseRun(const RunResult &run, const RunControl &control);

/// Puts the advice among the findings, by gain.
void addAdvice(RunAnalysis &analysis, Advice advice);

} // namespace streamscope
