// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/program.h"

#include <cstddef>

namespace streamscope {

/// `work` with blocks that ask for no more threads, shared memory and registers than `device` gives one, as
/// requireRunnable() wants it.
KernelWork fittingBlocks(KernelWork work, const DeviceInfo &device);

/// Gives all kernels of a trace such blocks: there they ran on its own device. Returns how many it changed.
std::size_t fitBlocks(const DeviceInfo &device, Program &program);

} // namespace streamscope
