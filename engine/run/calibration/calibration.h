// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/executor.h"
#include "engine/run/model_check/configuration_measuring.h"
#include "engine/run/model_check/model_check.h"

#include <string>
#include <vector>

namespace streamscope {

/// One fitted field.
struct CalibrationFit
{
    std::string field; ///< as in the profile file: "copies.h2d.pinned"
    std::string value; ///< with its unit
    std::string how;   ///< the measurement that it comes from
    double error = 0;  ///< largest relative difference between fit and measurements; 0 for an exact value
};

/// What calibrating measures beside the separate figures.
struct CalibrationPlan
{
    std::vector<MeasuredConfiguration> configurations; ///< to run, as planModelCheck() draws them; their times are 0
    bool quick = false;                                ///< fewer pipelines and repeats: about a third of the time
    MeasuringPasses passes;                            ///< over the configurations
};

struct CalibrationResult
{
    DeviceProfile profile;
    std::vector<CalibrationFit> fits;
    ModelCheck seen;                     ///< the configurations as `profile` predicts them
    ModelCheck unseen;                   ///< as fits predict them that were made without them
    std::vector<ModelCheckSkip> skipped; ///< configurations that the device refused
};

/// Measures a profile of the executor's device with small Programs, pipelines and the plan's configurations: at most
/// 40 s on a GPU, 15 s where the plan is quick. Where `base` is a profile of the same kind of device, its figures are
/// the start, and this machine's measurements change them as far as they ask for it. For another kind the figures are
/// measured one by one first; what cannot be is copied from `base`, and the fits say so.
/// @throws as Executor::run().
CalibrationResult calibrate(Executor &executor, const DeviceProfile &base, const CalibrationPlan &plan,
                            const RunControl &control);

/// The same from rows that were measured before, without a device: the list of each machine of its kind. With several
/// lists `unseen` holds each as the fit to the others predicts it. The figures in `held` stay as they are in `base`.
/// @throws Cancelled, InputError for a name in `held` that nothing has
CalibrationResult calibrate(const std::vector<std::vector<MeasuredConfiguration>> &machines, const DeviceProfile &base,
                            const std::vector<std::string> &held, const RunControl &control);

} // namespace streamscope
