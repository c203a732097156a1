// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/queues/channel_looks.h"

namespace streamscope {

double ChannelLooks::untilBeginNs(double readyNs) const
{
    // The answer to a look comes behind the data that are on their way to the device.
    constexpr double behindDataNs = 1500;
    constexpr double knownNs = 3000;
    const auto fromLookAt = [this](double look) {
        return periodNs + (look > copyFromNs && look < copyToNs ? behindDataNs : 0);
    };
    double look = firstNs;
    while (look + fromLookAt(look) <= readyNs)
        look += fromLookAt(look);
    return untilLookNs(readyNs - look, fromLookAt(look), knownNs);
}

double untilLookNs(double elapsedNs, double periodNs, double knownNs)
{
    const double left = elapsedNs < 0 ? -elapsedNs : periodNs - elapsedNs;
    if (elapsedNs >= 0 && elapsedNs < knownNs)
        return left - periodNs * (knownNs - elapsedNs) / (2 * knownNs);
    if (left < knownNs)
        return left + periodNs * (knownNs - left) / (2 * knownNs);
    return left;
}

} // namespace streamscope
