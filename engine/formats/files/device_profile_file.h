// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace streamscope {

/// Reads a profile (`streamscope-device-profile`, version 1). `id` becomes the device id.
/// @throws InputError that names the field.
DeviceProfile readDeviceProfile(const QByteArray &json, const std::string &source, const std::string &id);

/// A built-in profile (`h200`) or a profile file (`PATH.json`, or any path with a slash). The device id is `sim:` +
/// name. @throws InputError for an unknown name, listing the known names, and as readDocument().
DeviceProfile loadDeviceProfile(const std::string &name);

/// The JSON of such a profile.
QByteArray deviceProfileText(const std::string &name);

/// Names of the built-in profiles: the most recent hardware first, `unit` last.
std::vector<std::string> builtInProfileNames();

} // namespace streamscope
