// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/recording.h"

#include <algorithm>

namespace streamscope {

namespace {

/// The mean of the middle two for an even number; there must be one at least.
std::int64_t medianOf(std::vector<std::int64_t> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace

std::int64_t Makespans::median() const
{
    return plain.empty() ? instrumented : medianOf(plain);
}

std::int64_t Makespans::instrumentedMedian() const
{
    return instrumentedSamples.empty() ? instrumented : medianOf(instrumentedSamples);
}

std::int64_t Makespans::minimum() const
{
    return plain.empty() ? instrumented : *std::min_element(plain.begin(), plain.end());
}

double Makespans::instrumentationCost() const
{
    const std::int64_t base = median();
    return plain.empty() || base <= 0 ? 0.0
                                      : static_cast<double>(instrumentedMedian()) / static_cast<double>(base) - 1.0;
}

} // namespace streamscope
