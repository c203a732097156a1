// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstdint>

namespace streamscope {

/// How kernels that ran at the same time and wanted more SMs than there are came by them.
enum class SmUse : std::uint8_t {
    Shared, ///< block by block: the time in which n devices would have been filled counts for each as one n-th
    InTurn, ///< each had what those that began before it left; what it then waited for is none of its time
};

/// The measured times of such kernels have time of the others in them: two of 200 us that a trace shows as 265 us each,
/// one every 190. Makes their blocks shorter. Call behind setBlockTimes(), where the replay of whole times comes out
/// too long: blocks that leave SMs free at the end of a kernel do so in the model, too.
/// @return false where no such kernels ran together; then nothing is changed.
bool takeOutOthers(const Timeline &timeline, const DeviceProfile &profile, SmUse use, Program &program);

} // namespace streamscope
