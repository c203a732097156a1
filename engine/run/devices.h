// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"

#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// What this machine offers: the real devices first, then the simulated ones.
struct DeviceCatalog
{
    std::vector<DeviceInfo> devices;
    std::string defaultId;  ///< `cuda:0` where there is a working GPU, `sim:h200` elsewhere
    std::string cudaStatus; ///< one sentence: usable, or which of the three is missing (module, driver, GPU)
    bool cudaUsable = false;
};

/// Looks at the machine. Loads the CUDA module where there is one; takes up to a few hundred milliseconds then.
DeviceCatalog listDevices();

/// Opens a device by id: `cuda:N`, `sim:NAME` or `sim:PATH.json`; empty = the default device. A GPU runs Programs that
/// want another number of connections than this process has in a fresh process each.
/// @throws InputError for an id that no device can have, RunError when the device is not there (no module, no driver,
/// no GPU).
std::unique_ptr<Executor> openDevice(const std::string &id);

/// The same, but every run stays in this process: what it asks for and this process cannot have is refused.
std::unique_ptr<Executor> openDeviceHere(const std::string &id);

/// Tells CUDA how many connections to use, which it reads once, when it starts (CUDA_DEVICE_MAX_CONNECTIONS): call it
/// before anything looks at the devices. 0 leaves what the environment says.
void askForConnections(int connections);

/// Ids of the simulated devices that are built in: `sim:h200`, …
std::vector<std::string> simulatedDeviceIds();

} // namespace streamscope
