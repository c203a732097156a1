// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/run/run_job.h"

#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// The profile that models a device.
struct ProfileChoice
{
    std::string profile; ///< as loadDeviceProfile() takes it: `h200` or a file's path
    std::string reason;  ///< why this profile, for the user: one short phrase
};

/// For a simulated device its own profile. For a device of another machine the one that was fetched from there, see
/// askMachine(). For a GPU: the profile that the user calibrated on a GPU of that name (the
/// newest *.json in userProfileFolder()), else the built-in profile of that name, else the H200's.
ProfileChoice chooseProfile(const DeviceInfo &device);

/// The built-in profile of the device with this name, or the one that stands in for devices without. Where there are
/// two of that name, that for a machine with one GPU or with several, as the device's.
ProfileChoice builtInProfile(const DeviceInfo &device);

/// The folder of calibrated profiles: `streamscope/profiles` in the user's configuration folder.
std::string userProfileFolder();
/// Where the profile of `device`, an id of another machine, is kept, whether there is one or not.
std::string fetchedProfilePath(const std::string &device);

/// A simulated run that predicts a run.
struct Prediction
{
    RunSource experiment;
    Parameters parameters;
    std::string device; ///< id of the predicted device
    ProfileChoice model;
    Program program;
    Recording recording;                  ///< of the simulated device
    std::vector<Race> races;              ///< of the Program; see findRaces()
    std::optional<PredictionRange> range; ///< of the makespan; empty where the profile has no residuals

    std::int64_t makespanNs() const { return recording.makespans.median(); }
};

/// Simulates `request` on the profile chosen for `device`, once.
/// @throws as Experiment::build() and Executor::run() do, InputError for a profile that cannot be read.
Prediction predict(const RunRequest &request, const DeviceInfo &device, const RunControl &control);

} // namespace streamscope
