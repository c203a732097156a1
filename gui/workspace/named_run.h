// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/prediction.h"
#include "engine/run/run_job.h"
#include "gui/timeline/model/compared_runs.h"

#include <memory>

namespace streamscope {

/// A finished run or an opened trace as one side of a comparison. Its recording keeps the result alive. A StreamScope
/// trace in which all times come from the model counts as a simulation.
NamedRun namedRun(const std::shared_ptr<const RunResult> &result);

/// A prediction as one side of a comparison.
NamedRun namedPrediction(const std::shared_ptr<const Prediction> &prediction);

} // namespace streamscope
