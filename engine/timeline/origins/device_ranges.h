// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// A range of the host as one GPU saw it: what was issued while the range was open.
struct DeviceRange
{
    std::int64_t start = 0, end = 0; ///< from the first start to the last end of these operations, nanoseconds
    std::uint32_t event = 0;         ///< index into Timeline::hostEvents()
    std::uint32_t operations = 0;    ///< that a GPU executed
    int device = 0;
    int row = 0; ///< beside others that overlap it on its device, the outermost range first
};

/// All ranges that issued something, by device and start; of those that start at once the longest first. Empty for a
/// Timeline without events of the host.
std::vector<DeviceRange> deviceRanges(const Timeline &timeline);

} // namespace streamscope
