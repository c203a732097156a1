// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"

#include <string>
#include <vector>

namespace streamscope {

/// The devices of one machine: real devices first, then simulated devices.
struct DeviceCatalog
{
    std::vector<DeviceInfo> devices;
    std::string defaultId;  ///< `cuda:0` with a working GPU, else `sim:h200`
    std::string cudaStatus; ///< one sentence: usable, or which part is missing (module, driver, GPU)
    bool cudaUsable = false;
};

} // namespace streamscope
