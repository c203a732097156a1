// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

namespace streamscope {

/// The profile with which a model runs `program`: for one that was made from a trace with the figures of its device.
DeviceProfile tracedProfile(const DeviceProfile &profile, const Program &program);

} // namespace streamscope
