// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

namespace streamscope {

/// All steps of a trace as one, of which Timeline::fold() tells how they differ; see foldedStep(). Its figures are
/// those of the picture.
/// @throws InputError naming the trace where it has fewer than two steps that are alike.
RunResult foldSteps(const RunResult &trace);

} // namespace streamscope
