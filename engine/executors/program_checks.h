// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/capabilities.h"
#include "engine/program/program.h"

#include <cstdint>
#include <string>

namespace streamscope {

/// Refuses a Program that the device cannot run, before any allocation or start.
/// @throws InputError naming the operation or stream and what the device offers.
void requireRunnable(const Program &program, const DeviceInfo &device, const Capabilities &capabilities);
/// The same with the capabilities of the executor for this kind of device, on one device.
void requireRunnable(const Program &program, const DeviceInfo &device);

/// `otherwise`: another way for the user, "; …", or empty.
/// @throws RunError "needs X of … memory, Y has Z" when `needed` is more than `available` (both in bytes).
void requireMemory(const std::string &what, std::uint64_t needed, std::uint64_t available, const std::string &where,
                   const std::string &otherwise = {});

} // namespace streamscope
