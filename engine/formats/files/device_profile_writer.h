// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"

#include <QByteArray>

#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// The origin of a profile, as its file states it.
struct ProfileOrigin
{
    std::string source;                                       ///< "measured by streamscope calibrate on …"
    std::string date;                                         ///< yyyy-mm-dd
    std::vector<std::pair<std::string, std::string>> sources; ///< field, how it was found
};

/// The profile as a file (`streamscope-device-profile`, version 1), for readDeviceProfile(). Spreads for jitter and
/// links between devices are left out.
QByteArray deviceProfileJson(const DeviceProfile &profile, const ProfileOrigin &origin);

/// `profileJson` with other residuals, and everything else as it stands there. `how`: the measurement that they come
/// from, for the profile's sources.
QByteArray withResiduals(const QByteArray &profileJson, const Residuals &residuals, const std::string &how);

} // namespace streamscope
