// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/executor.h"

#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// The measured and the predicted makespan of a pipeline, in nanoseconds.
struct CalibrationCheck
{
    std::string name;
    std::int64_t measuredNs = 0;
    std::int64_t predictedNs = 0;

    double error() const { return static_cast<double>(predictedNs) / static_cast<double>(measuredNs) - 1; }
};

/// One fitted field.
struct CalibrationFit
{
    std::string field; ///< as in the profile file: "copies.h2d.pinned"
    std::string value; ///< with its unit
    std::string how;   ///< the measurement that it comes from
    double error = 0;  ///< largest relative difference between fit and measurements; 0 for an exact value
};

struct CalibrationResult
{
    DeviceProfile profile;
    std::vector<CalibrationFit> fits;
    std::vector<CalibrationCheck> training;   ///< pipelines that the fit saw
    std::vector<CalibrationCheck> validation; ///< pipelines that the fit did not see
};

/// Measures a profile of the executor's device with small Programs: about 10 s on a GPU, less than 1 s on a simulated
/// device. Values that cannot be measured this way (allocation, links between devices …) are copied from `base`, and
/// the fits say so.
/// @throws as Executor::run().
CalibrationResult calibrate(Executor &executor, const DeviceProfile &base, const RunControl &control);

} // namespace streamscope
