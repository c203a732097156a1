// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/timeline/raw_run.h"

#include <cstdint>

namespace streamscope {

class Nvml;

/// Everything the runtime says about device `ordinal`. `nvml` adds what only the driver knows; it may be null.
/// @throws CudaError.
DeviceInfo readCudaDevice(int ordinal, const Nvml *nvml);

/// What starting the device took the first time that this process did it, in nanoseconds; 0 before that.
std::int64_t contextCreationNs(int ordinal);
/// When that was, on the host's steady clock: once, to whoever asks first; both unknown after that.
HostInterval takeContextCreation(int ordinal);

} // namespace streamscope
