// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/host/function_thread.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

double functionWakeShare(double sleptNs)
{
    constexpr double kneeNs = 8e5, atKnee = 1.11, before = 0.384, behind = 0.144, least = 0.4, most = 1.6;
    const double times = std::log(std::max(sleptNs, 1.0) / kneeNs);
    return std::clamp(atKnee + (times < 0 ? before : behind) * times, least, most);
}

} // namespace streamscope
