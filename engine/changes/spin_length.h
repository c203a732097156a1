// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

namespace streamscope {

/// Makes a kernel that spins take `factor` times as long, with what passes between its waves of blocks on the device of
/// `profile` (may be null: then only its blocks). One whose waves leave no time for that gets fewer blocks.
/// @return false where its blocks have no time.
bool scaleSpinLength(Operation &kernel, double factor, const DeviceProfile *profile);

} // namespace streamscope
