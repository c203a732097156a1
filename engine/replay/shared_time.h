// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

namespace streamscope {

/// Kernels that ran at the same time and wanted more than a device has shared its SMs, so each of their measured times
/// has time of the others in it: two of 200 us that a trace shows as 265 us each, one every 190. Makes their blocks
/// shorter: the time in which n devices would have been filled counts for each as one n-th. Call behind
/// setBlockTimes(), where the replay of whole times comes out too long: blocks that leave SMs free at the end of a
/// kernel do so in the model, too.
/// @return false where no such kernels ran together; then nothing is changed.
bool shareTimes(const Timeline &timeline, const DeviceProfile &profile, Program &program);

} // namespace streamscope
