// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/tag_mix.h"
#include "gui/timeline/model/time_axis.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace streamscope {

/// The intervals that start in one device pixel and are shorter than a pixel.
struct NarrowCell
{
    std::int64_t pixel = 0;
    std::uint64_t count = 0;
    double busyNs = 0;         ///< sum of their durations
    std::uint32_t longest = 0; ///< id of the longest
    std::int64_t longestNs = -1;
    std::uint32_t tag = 0;           ///< of the longest
    std::size_t first = 0, past = 0; ///< positions; may include a few intervals of the neighbouring pixels
    TagMix mix; ///< of rows with mixed classes: their time by class; TagMix::whole is the time of the pixel
};

/// Converts between device pixels and times of one row; shared by drawing and tests.
class PixelGrid
{
public:
    /// @param axis of device pixels, x = 0 at the left edge of the plot
    PixelGrid(const TimeAxis &axis, std::int64_t pixels)
        : m_axis(axis), m_pixels(pixels), m_narrowNs(static_cast<std::int64_t>(std::ceil(axis.nsPerPixel)) - 1),
          m_most(static_cast<double>(pixels) + 2), m_pixelsPerNs(1 / axis.nsPerPixel)
    {
        constexpr double exact = 4.5e15; // below 2^52: a double holds every nanosecond, and sums of them
        const double length = static_cast<double>(pixels) * axis.nsPerPixel * (1 - 1e-9) - 1;
        if (length < exact)
            m_endNs = detail::saturatedAdd(axis.originNs, static_cast<std::int64_t>(length));
    }

    std::int64_t pixels() const { return m_pixels; }
    /// The longest duration that is narrower than a pixel.
    std::int64_t narrowNs() const { return m_narrowNs; }
    /// Clamped to a range that fits an integer and lies far outside the picture.
    double x(std::int64_t ns) const
    {
        const auto length = static_cast<double>(detail::saturatedDifference(ns, m_axis.originNs));
        return std::clamp(length * m_pixelsPerNs, -2.0, m_most);
    }
    std::int64_t pixelOf(std::int64_t ns) const { return pixelAt(x(ns)); }
    static std::int64_t pixelAt(double x) { return static_cast<std::int64_t>(x + 2) - 2; }
    /// A time such that all times from `ns` up to it are in the pixel of `ns`, which is at `x`; not always the last
    /// such time.
    std::int64_t samePixelUntil(std::int64_t ns, double x) const
    {
        const double left = (static_cast<double>(pixelAt(x)) + 1 - x) * m_axis.nsPerPixel * (1 - 1e-9) - 1;
        return left > 0 && x > -2 && x < m_most ? detail::saturatedAdd(ns, static_cast<std::int64_t>(left)) : ns;
    }
    double pixelsPerNs() const { return m_pixelsPerNs; }
    /// True when [ns, ns + reach] certainly lies in the picture and doubles are exact for the differences.
    bool isInside(std::int64_t ns, std::uint32_t reach) const
    {
        return ns >= m_axis.originNs && ns < m_endNs && reach < m_endNs - ns
               && reach <= static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max());
    }
    /// Times from axis().originNs up to here (exclusive) are inside.
    std::int64_t endNs() const { return m_endNs; }
    /// As x() and pixelOf(), for times inside.
    double xInside(std::int64_t ns) const { return static_cast<double>(ns - m_axis.originNs) * m_pixelsPerNs; }
    std::int64_t pixelInside(std::int64_t ns) const { return pixelAt(xInside(ns)); }
    /// The share of a pixel's time that `ns` is.
    double shareOfPixel(double ns) const { return ns * m_pixelsPerNs; }
    const TimeAxis &axis() const { return m_axis; }

private:
    TimeAxis m_axis;
    std::int64_t m_pixels, m_narrowNs;
    double m_most, m_pixelsPerNs;
    std::int64_t m_endNs = std::numeric_limits<std::int64_t>::min(); ///< see isInside()
};

} // namespace streamscope
