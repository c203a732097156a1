// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"

#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// The devices of this machine: real devices first, then simulated devices.
struct DeviceCatalog
{
    std::vector<DeviceInfo> devices;
    std::string defaultId;  ///< `cuda:0` with a working GPU, else `sim:h200`
    std::string cudaStatus; ///< one sentence: usable, or which part is missing (module, driver, GPU)
    bool cudaUsable = false;
};

/// Lists the devices. Loads the CUDA module if present, which takes up to a few hundred milliseconds.
DeviceCatalog listDevices();

/// Opens a device by id: `cuda:N`, `sim:NAME` or `sim:PATH.json`; empty = the default device. A Program that asks for
/// another number of connections than this process has runs in a fresh process.
/// @throws InputError for an id that no device can have, RunError when the device is not there (no module, no driver,
/// no GPU).
std::unique_ptr<Executor> openDevice(const std::string &id);

/// The same, but every run stays in this process. A Program that needs a fresh process is refused.
std::unique_ptr<Executor> openDeviceHere(const std::string &id);

/// How many devices one run on `executor` may use: the GPUs of this machine, or those of the simulated machine.
int devicesBeside(const Executor &executor);

/// Sets CUDA_DEVICE_MAX_CONNECTIONS, which CUDA reads once when it starts: call this before any other function here. 0
/// keeps the environment's value.
void askForConnections(int connections);

} // namespace streamscope
