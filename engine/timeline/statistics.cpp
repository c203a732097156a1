// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace streamscope {

namespace {

double quantile(const std::vector<std::int64_t> &sorted, double share)
{
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = place - static_cast<double>(below);
    return static_cast<double>(sorted[below]) * (1 - part) + static_cast<double>(sorted[above]) * part;
}

} // namespace

Statistics statisticsOf(std::vector<std::int64_t> samples)
{
    Statistics s;
    s.count = samples.size();
    if (samples.empty())
        return s;
    std::sort(samples.begin(), samples.end());
    s.minimum = samples.front();
    s.maximum = samples.back();
    s.firstQuartile = quantile(samples, 0.25);
    s.median = quantile(samples, 0.5);
    s.thirdQuartile = quantile(samples, 0.75);
    const auto count = static_cast<double>(samples.size());
    s.mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
    if (samples.size() > 1 && s.mean != 0) {
        const double squares = std::accumulate(samples.begin(), samples.end(), 0.0, [&s](double sum, std::int64_t x) {
            const double difference = static_cast<double>(x) - s.mean;
            return sum + difference * difference;
        });
        s.variation = std::sqrt(squares / (count - 1)) / s.mean;
    }
    return s;
}

Histogram histogramOf(const std::vector<std::int64_t> &samples, std::size_t maxBins)
{
    Histogram histogram;
    if (samples.empty())
        return histogram;
    const Statistics s = statisticsOf(samples);
    const auto range = static_cast<double>(s.maximum - s.minimum);
    const double fitting = 2 * (s.thirdQuartile - s.firstQuartile) / std::cbrt(static_cast<double>(s.count));
    // A spread that lies in a few outliers alone has no quartile range to go by: fall back to √n bins.
    const double bins = fitting > 0 ? std::ceil(range / fitting) : std::ceil(std::sqrt(static_cast<double>(s.count)));
    const auto count = static_cast<std::size_t>(
        std::clamp(range > 0 ? bins : 1.0, 1.0, static_cast<double>(std::max<std::size_t>(maxBins, 1))));
    histogram.low = static_cast<double>(s.minimum);
    histogram.width = range > 0 ? range / static_cast<double>(count) : 1;
    histogram.counts.assign(count, 0);
    for (const std::int64_t sample : samples) {
        const auto bin = static_cast<std::size_t>((static_cast<double>(sample) - histogram.low) / histogram.width);
        ++histogram.counts[std::min(bin, count - 1)];
    }
    return histogram;
}

} // namespace streamscope
