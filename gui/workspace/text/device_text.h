// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QString>

namespace streamscope {

struct DeviceInfo;

/// Name and id of a device, and whether it is a simulated one: "NVIDIA H200 · sim:h200, simulated". Of one that stands
/// for a machine with several: "NVIDIA H200, one of 2 · sim:h200-x2, simulated".
QString deviceTitle(const DeviceInfo &device);

} // namespace streamscope
