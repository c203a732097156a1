// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/run/calibration/fit_fields.h"

#include <string>
#include <vector>

namespace streamscope {

/// A Program with its measured makespan.
struct MeasuredProgram
{
    std::string name;
    Program program;
    double makespanNs = 0;
    double tolerance = 0.002; ///< relative error that counts as one unit: the spread of the repeats and a margin
};

/// The makespan that a profile predicts, in nanoseconds.
double predictNs(const DeviceProfile &profile, const Program &program);

/// `profile` with its fields changed so that it predicts `measured` better: least squares of the relative errors, in
/// units of their tolerances, held near the values that it came with (Levenberg-Marquardt with finite differences).
/// Large errors count less than by their square, so that what the model cannot say does not bend the rest.
/// @throws Cancelled
DeviceProfile fittedProfile(const DeviceProfile &profile, const std::vector<FitField> &fields,
                            const std::vector<MeasuredProgram> &measured, const RunControl &control);

} // namespace streamscope
