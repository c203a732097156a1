// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"

namespace streamscope {

/// What the device's link takes for a collective around a ring of `ranks` (2 at least), nanoseconds. `bytes`: of the
/// whole data; `rounds`: 2 of an all-reduce, 1 of an all-gather or a reduce-scatter, each of ranks − 1 steps.
inline double ringNs(const DeviceProfile &profile, double bytes, int ranks, int rounds)
{
    const double stepNs = profile.links.ringHopNs + bytes / ranks / profile.links.ringBytesPerSecond * 1e9;
    return profile.compute.kernelFixedNs + rounds * (ranks - 1) * stepNs;
}

} // namespace streamscope
