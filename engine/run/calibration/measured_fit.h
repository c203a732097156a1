// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/calibration/profile_fit.h"
#include "engine/run/model_check/model_check.h"

#include <vector>

namespace streamscope {

/// A profile fitted to measured configurations of experiments.
struct MeasuredFit
{
    DeviceProfile profile; ///< with residuals from `unseen`
    ModelCheck seen;       ///< the rows as `profile` predicts them
    ModelCheck unseen;     ///< each part of them as the fit to the other parts predicts it
};

/// Every second row of each experiment.
std::vector<std::vector<MeasuredConfiguration>> inHalves(const std::vector<MeasuredConfiguration> &rows);

/// Fits `fields` of `base` to all `parts` and to `more`. @throws Cancelled
MeasuredFit fitToMeasured(const DeviceProfile &base, const std::vector<FitField> &fields,
                          const std::vector<std::vector<MeasuredConfiguration>> &parts,
                          const std::vector<MeasuredProgram> &more, const RunControl &control);

} // namespace streamscope
