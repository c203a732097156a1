// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <vector>

namespace streamscope {

/// The median; of an even number of values the lower middle one, so that one outlier beside one usual value loses.
/// `values` must not be empty; it is reordered.
template <typename T>
T lowerMedian(std::vector<T> &values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The value that a quarter of the others is below. `values` must not be empty; it is reordered.
template <typename T>
T lowerQuartile(std::vector<T> &values)
{
    const auto place = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 4);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

} // namespace streamscope
