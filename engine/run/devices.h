// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_catalog.h"
#include "engine/executors/executor.h"

#include <cstdint>
#include <memory>
#include <string>

namespace streamscope {

/// Which runs of this process take an engine process, so that their faults and CUDA stay out of this one.
enum class InEngine : std::uint8_t {
    Nothing, ///< only those that need a fresh process
    Gpus,
    Everything, ///< also simulated devices: tests plant their faults there
};

/// Call it before any other function here. `program` handles the subcommand `engine`; empty: this program. The engine
/// starts with the first question to it.
void useEngineProcess(InEngine what, const std::string &program = {});

/// Lists the devices of this machine. Loads the CUDA module if present, which takes up to a few hundred milliseconds,
/// or asks the engine process.
DeviceCatalog listDevices();
/// The same, always by this process.
DeviceCatalog listDevicesHere();

/// Opens a device by id: `cuda:N`, `sim:NAME` or `sim:PATH.json`, or one of another machine, `ssh://HOST/cuda:N`; empty
/// = the default device. A Program that asks for another number of connections than CUDA has been started with runs in
/// a fresh process.
/// @throws InputError for an id that no device can have, RunError when the device is not there (no module, no driver,
/// no GPU) or the engine process is lost, Cancelled.
std::unique_ptr<Executor> openDevice(const std::string &id, const RunControl &control = {});

/// The same, and a GPU of this machine in a process of its own, which has run nothing yet.
std::unique_ptr<Executor> openDeviceAnew(const std::string &id, const RunControl &control = {});

/// As openDevice(), but every run stays in this process. A Program that needs a fresh process is refused.
std::unique_ptr<Executor> openDeviceHere(const std::string &id);

/// Sets CUDA_DEVICE_MAX_CONNECTIONS, which CUDA reads once when it starts: call this before any other function here. 0
/// keeps the environment's value.
void askForConnections(int connections);

} // namespace streamscope
