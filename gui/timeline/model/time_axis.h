// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/saturating.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace streamscope {

/// The conversion between time and pixels: int64 nanoseconds on one side, pixels from the left edge of the plot on the
/// other. A value type; every change returns a new axis.
struct TimeAxis
{
    /// From a picosecond per pixel to a third of a year per pixel. Below, a double no longer distinguishes neighbouring
    /// times; above, all of int64 fits on two thousand pixels.
    static constexpr double minimumNsPerPixel = 1e-3;
    static constexpr double maximumNsPerPixel = 1e16;

    std::int64_t originNs = 0; ///< time at x = 0
    double nsPerPixel = 1;     ///< > 0

    double timeToX(std::int64_t ns) const
    {
        // The difference is taken in integers: as doubles, two times in 2026 would be 200 ns coarse.
        return static_cast<double>(detail::saturatedDifference(ns, originNs)) / nsPerPixel;
    }

    std::int64_t xToTime(double x) const
    {
        return detail::saturatedAdd(originNs, detail::saturatedRound(x * nsPerPixel));
    }

    std::int64_t pixelsToLength(double pixels) const { return detail::saturatedRound(pixels * nsPerPixel); }

    /// The axis with the same time under `x` and `factor` times as many pixels per time (2 zooms in).
    TimeAxis zoomedAt(double x, double factor) const
    {
        if (!(factor > 0) || !std::isfinite(factor))
            return *this;
        TimeAxis zoomed;
        zoomed.nsPerPixel = std::clamp(nsPerPixel / factor, minimumNsPerPixel, maximumNsPerPixel);
        zoomed.originNs = detail::saturatedAdd(originNs, detail::saturatedRound(x * (nsPerPixel - zoomed.nsPerPixel)));
        return zoomed;
    }

    /// The axis moved by `pixels` to the right.
    TimeAxis panned(double pixels) const { return {xToTime(pixels), nsPerPixel}; }

    /// The axis that shows [beginNs, endNs] on `width` pixels with `margin` (a fraction of the width) free on both
    /// sides, so that bars at the edge can be hit. An empty or reversed range shows one microsecond around it.
    static TimeAxis fitted(std::int64_t beginNs, std::int64_t endNs, double width, double margin = 0.01)
    {
        if (endNs < beginNs)
            std::swap(beginNs, endNs);
        if (endNs == beginNs) {
            beginNs = detail::saturatedAdd(beginNs, -500);
            endNs = detail::saturatedAdd(endNs, 500);
        }
        const double usable = std::max(1.0, width * (1 - 2 * margin));
        const double length = static_cast<double>(detail::saturatedDifference(endNs, beginNs));
        TimeAxis axis;
        axis.nsPerPixel = std::clamp(length / usable, minimumNsPerPixel, maximumNsPerPixel);
        axis.originNs = detail::saturatedAdd(beginNs, -detail::saturatedRound(width * margin * axis.nsPerPixel));
        return axis;
    }

    bool operator==(const TimeAxis &) const = default;
};

/// The distance between ruler ticks: 1, 2 or 5 times a power of ten nanoseconds, at least 1 ns and at least
/// `minimumPixels` apart.
inline std::int64_t tickStep(double nsPerPixel, double minimumPixels)
{
    const double wanted = std::clamp(nsPerPixel * minimumPixels, 1.0, 1e18);
    std::int64_t power = 1;
    while (static_cast<double>(power) * 10 <= wanted)
        power *= 10;
    for (const int factor : {1, 2, 5}) {
        if (static_cast<double>(power) * factor >= wanted)
            return power * factor;
    }
    return power * 10;
}

/// The first multiple of `step` (> 0) at or after `ns`.
inline std::int64_t firstTickAtOrAfter(std::int64_t ns, std::int64_t step)
{
    const std::int64_t remainder = ns % step;
    if (remainder == 0)
        return ns;
    return detail::saturatedAdd(ns - remainder, ns > 0 ? step : 0);
}

} // namespace streamscope
