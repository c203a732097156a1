// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/model_check/model_check.h"

#include <chrono>
#include <functional>
#include <vector>

namespace streamscope {

/// Measured configurations; those that the device refused; those that failed.
struct ModelCheckMeasurement
{
    std::vector<MeasuredConfiguration> rows;
    std::vector<ModelCheckSkip> refused, failed;
    bool stopped = false; ///< by a stop request: `rows` are those before it
};

/// How often configurations are measured, and where.
struct MeasuringPasses
{
    /// A configuration whose runs differ, quartiles more than 1 % of the median apart, is measured again in each
    /// further pass, each time with new buffers and streams; what counts is the median of all its runs. ≥ 1. In each
    /// pass the short ones of these run more often: together for 20 ms, at most 60 times.
    int most = 1;
    /// The device of a pass, from 1 on: best one in another process each, since calls and pageable copies differ from
    /// process to process by more than from run to run. Empty: that of the first pass. The caller owns it.
    std::function<Executor &(int pass)> executor;
    /// After this time nothing is measured again: the first pass is always whole.
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

/// Runs each configuration on `executor`, one after the other. A refused or failed one does not end the check.
/// `measured` is called after each new or changed row; an exception from it ends the check.
ModelCheckMeasurement
measureConfigurations(const std::vector<MeasuredConfiguration> &configurations, Executor &executor,
                      const RunControl &control,
                      const std::function<void(const std::vector<MeasuredConfiguration> &)> &measured = {},
                      const MeasuringPasses &passes = {});

} // namespace streamscope
