// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <cstddef>

namespace streamscope {

/// Most traces are silent about priorities, but show them: without one, a kernel starts behind all blocks of a kernel
/// that was there before it. Streams of a replayed Program whose kernels mostly started between the waves of such a
/// kernel get a higher priority than its stream. Returns their number.
std::size_t inferPriorities(const Timeline &timeline, const DeviceProfile &profile, Program &program);

} // namespace streamscope
