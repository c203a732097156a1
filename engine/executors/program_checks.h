// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/program.h"

#include <cstdint>
#include <string>

namespace streamscope {

/// Refuses what a device cannot run, before anything is allocated or started; `devices` is how many of them one run
/// has. Kinds of operations are no part of it: every executor carries out all of them, and what only a real GPU refuses
/// says requireCudaRuns().
/// @throws InputError naming the operation or stream and what the device offers.
void requireRunnable(const Program &program, const DeviceInfo &device, int devices);

/// @throws RunError "needs X of … memory, Y has Z" when `needed` is more than `available` (both in bytes). `otherwise`
/// is what else a person can do, "; …" or nothing.
void requireMemory(const std::string &what, std::uint64_t needed, std::uint64_t available, const std::string &where,
                   const std::string &otherwise = {});

} // namespace streamscope
