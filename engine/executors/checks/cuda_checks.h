// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/program.h"

namespace streamscope {

/// Refuses Programs that run on a simulated device but not on a real GPU. `program` has passed requireRunnable().
/// Refused are kernels without all of their data, tensor kernels below compute capability 8.0, collectives whose ranks
/// are not consecutive or not on every device, and operations that a gate or a graph cannot hold.
/// @throws InputError naming the operation, what it needs and the simulated devices.
void requireCudaRuns(const Program &program, const DeviceInfo &device);

} // namespace streamscope
