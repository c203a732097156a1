// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/program.h"

namespace streamscope {

/// Refuses what a real GPU cannot be given although a simulated one can, beyond requireRunnable(), which `program` has
/// passed: kernels whose data is not all there, tensor kernels below compute capability 8.0, collectives whose ranks do
/// not stand together or not on every device, and what a gate or a graph cannot hold.
/// @throws InputError naming the operation, what it needs and the simulated devices.
void requireCudaRuns(const Program &program, const DeviceInfo &device);

} // namespace streamscope
