// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/timeline/raw_run.h"

#include <cstdint>

namespace streamscope {

class Nvml;

/// All properties of device `ordinal` from the CUDA runtime. `nvml` adds those that only the driver knows; it may be
/// null.
/// @throws CudaError.
DeviceInfo readCudaDevice(int ordinal, const Nvml *nvml);

/// How long the first start of the device in this process took, in nanoseconds; 0 before it.
std::int64_t contextCreationNs(int ordinal);
/// The interval of that start on the host's steady clock. Only the first call returns it; later calls return unknown
/// times.
HostInterval takeContextCreation(int ordinal);

} // namespace streamscope
