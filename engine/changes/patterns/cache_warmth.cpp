// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/cache_warmth.h"

#include <cmath>

namespace streamscope {

double coldAfter(double ns)
{
    constexpr double fadesNs = 125'000;
    return 1 - std::exp(-ns * ns / (fadesNs * fadesNs));
}

double workOfLaunchAfter(double ns)
{
    constexpr double warm = 0.63;
    return warm + (1 - warm) * coldAfter(ns);
}

} // namespace streamscope
