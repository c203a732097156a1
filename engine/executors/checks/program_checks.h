// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Refuses a Program that the device cannot run, before any allocation or start; `devices` is how many devices one run
/// has. Kinds of operations are not checked: every executor carries out all of them; requireCudaRuns() checks what only
/// a real GPU refuses.
/// @throws InputError naming the operation or stream and what the device offers.
void requireRunnable(const Program &program, const DeviceInfo &device, int devices);

/// A note for each stream whose priority the device does not offer: CUDA clamps it (Runtime API,
/// cudaStreamCreateWithPriority), and so does the simulator.
std::vector<std::string> clampedPriorities(const Program &program, const DeviceInfo &device);

/// `otherwise`: another way for the user, "; …", or empty.
/// @throws RunError "needs X of … memory, Y has Z" when `needed` is more than `available` (both in bytes).
void requireMemory(const std::string &what, std::uint64_t needed, std::uint64_t available, const std::string &where,
                   const std::string &otherwise = {});

/// The buffers of each device against all of its memory, where that is known.
/// @throws RunError as requireMemory() does
void requireDeviceMemory(const Program &program, const DeviceInfo &info);

} // namespace streamscope
