// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

#include <string>
#include <vector>

namespace streamscope {

/// A pipeline with its measured makespan.
struct MeasuredPipeline
{
    std::string name;
    Program program;
    double makespanNs = 0;
    double tolerance = 0.002; ///< relative error that counts as one unit: the spread of the repeats plus a margin
};

/// The makespan that a profile predicts, in nanoseconds.
double predictNs(const DeviceProfile &profile, const Program &program);

/// Changes the small times and the two-way factors of `profile` so that it predicts `measured` better: least squares of
/// the relative errors, damped towards the initial values (Levenberg-Marquardt with finite differences).
void refineProfile(DeviceProfile &profile, const std::vector<MeasuredPipeline> &measured);

} // namespace streamscope
