// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <ranges>

namespace streamscope {

/// The value that `place` of the others are below, by `key` of each. `values` is reordered: it stands at `place` then.
template <typename Values, typename Key = std::identity>
auto valueAt(Values &&values, std::ptrdiff_t place, Key key = {})
{
    const auto found = std::ranges::begin(values) + place;
    std::ranges::nth_element(values, found, {}, key);
    return *found;
}

/// The median; of an even number of values the lower middle one, so that one outlier beside one usual value loses.
/// `values` must not be empty; it is reordered.
template <typename Values>
auto lowerMedian(Values &&values)
{
    return valueAt(values, (std::ranges::ssize(values) - 1) / 2);
}

/// The median; of an even number of values the upper middle one. `values` must not be empty; it is reordered.
template <typename Values, typename Key = std::identity>
auto upperMedian(Values &&values, Key key = {})
{
    return valueAt(values, std::ranges::ssize(values) / 2, key);
}

/// The median; of an even number of values the mean of the middle two. `values` must not be empty; it is reordered.
template <typename Values>
auto meanMedian(Values &&values)
{
    const auto upper = upperMedian(values);
    return std::ranges::ssize(values) % 2 ? upper : (lowerMedian(values) + upper) / 2;
}

/// The value that a quarter of the others is below. `values` must not be empty; it is reordered.
template <typename Values>
auto lowerQuartile(Values &&values)
{
    return valueAt(values, (std::ranges::ssize(values) - 1) / 4);
}

} // namespace streamscope
