// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <cstdint>

namespace streamscope {

/// How long operations were ready while their engine served other operations, in nanoseconds, summed over operations.
/// The latency of a start on an idle engine does not count.
struct EngineWaits
{
    std::int64_t copiesNs = 0;
    std::int64_t kernelsNs = 0;
};

/// Sums over all devices. Zero when the times at which operations became ready are unknown.
EngineWaits engineWaits(const Recording &recording);

} // namespace streamscope
