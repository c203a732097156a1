// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/cache_warmth.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

double coldAfter(double ns)
{
    constexpr double fadesNs = 125'000;
    return 1 - std::exp(-ns * ns / (fadesNs * fadesNs));
}

double workOfLaunchAfter(double ns, double callNs)
{
    constexpr double fastCallNs = 6'600; // under PyTorch's profiler: 5.6 to 6.6 us on fast hosts
    const double warm = 0.63 * std::min(fastCallNs / std::max(callNs, 1.0), 1.0);
    return warm + (1 - warm) * coldAfter(ns);
}

} // namespace streamscope
