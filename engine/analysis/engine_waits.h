// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <cstdint>

namespace streamscope {

/// How long operations were ready while their engine was at work for others, in nanoseconds, summed over operations.
/// The time that every operation takes to start on an idle engine is no waiting for it and is not in here.
struct EngineWaits
{
    std::int64_t copiesNs = 0;
    std::int64_t kernelsNs = 0;
};

/// Of all devices. Zero where nobody knows when operations became ready.
EngineWaits engineWaits(const Recording &recording);

} // namespace streamscope
