// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/program/operation.h"

namespace streamscope {

/// What a kernel asks of the device while it runs alone.
struct SmDemand
{
    double room = 0;      ///< of the blocks that the device has room for, 1 being all
    double sms = 0;       ///< of the SMs, where it has blocks
    double warps = 0;     ///< on each of these
    double mostWarps = 0; ///< where as many of its blocks as fit are on one SM
};

/// A kernel of a trace that needs nothing of other GPUs: its stand-in takes a measured time.
bool isTracedKernel(const Operation &operation);

SmDemand demandOf(const Operation &kernel, const DeviceInfo &device);

} // namespace streamscope
