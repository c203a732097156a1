// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace streamscope {

/// Statistics of a set of samples. Quantiles between two samples are interpolated linearly (type 7 of Hyndman and Fan).
struct Statistics
{
    std::size_t count = 0;
    std::int64_t minimum = 0, maximum = 0;
    double firstQuartile = 0, median = 0, thirdQuartile = 0;
    double mean = 0;
    double variation = 0; ///< standard deviation of the samples / mean; 0 for fewer than two
};

/// All fields are zero without samples.
Statistics statisticsOf(std::vector<std::int64_t> samples);

/// The number of samples in each of equally wide bins between the smallest and the largest sample.
struct Histogram
{
    double low = 0;                  ///< of the first bin
    double width = 0;                ///< of each bin, > 0
    std::vector<std::size_t> counts; ///< empty without samples
};

/// Width by Freedman and Diaconis (2·IQR / ∛n), at most `maxBins`. Equal samples make one bin.
Histogram histogramOf(const std::vector<std::int64_t> &samples, std::size_t maxBins = 50);

} // namespace streamscope
