// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/recording.h"

#include <algorithm>

namespace streamscope {

std::int64_t Makespans::median() const
{
    if (plain.empty())
        return instrumented;
    std::vector<std::int64_t> sorted = plain;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::int64_t Makespans::minimum() const
{
    return plain.empty() ? instrumented : *std::min_element(plain.begin(), plain.end());
}

double Makespans::instrumentationCost() const
{
    const std::int64_t base = median();
    return plain.empty() || base <= 0 ? 0.0 : static_cast<double>(instrumented) / static_cast<double>(base) - 1.0;
}

} // namespace streamscope
