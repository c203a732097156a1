// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/device_profile.h"

#include <cmath>

namespace streamscope {

double CopyCost::rateAt(const std::vector<Point> &points, double bytes)
{
    if (bytes <= points.front().bytes)
        return points.front().bytesPerSecond;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point &low = points[i - 1];
        const Point &high = points[i];
        if (bytes <= high.bytes) {
            const double share = std::log(bytes / low.bytes) / std::log(high.bytes / low.bytes);
            return low.bytesPerSecond + share * (high.bytesPerSecond - low.bytesPerSecond);
        }
    }
    return points.back().bytesPerSecond;
}

double SizedCost::ns(double bytes) const
{
    if (points.size() < 2 || bytes <= points.front().bytes)
        return points.front().ns;
    std::size_t i = 1;
    while (i + 1 < points.size() && bytes > points[i].bytes)
        ++i;
    const Point &low = points[i - 1];
    const Point &high = points[i];
    return low.ns + (bytes - low.bytes) / (high.bytes - low.bytes) * (high.ns - low.ns);
}

double Spread::factorAt(double share) const
{
    if (points.empty())
        return 1;
    if (share <= points.front().share)
        return points.front().factor;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point &low = points[i - 1];
        const Point &high = points[i];
        if (share <= high.share)
            return low.factor + (share - low.share) / (high.share - low.share) * (high.factor - low.factor);
    }
    return points.back().factor;
}

} // namespace streamscope
