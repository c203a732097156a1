// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/recording.h"

#include "engine/program/medians.h"

#include <algorithm>

namespace streamscope {

std::int64_t Makespans::median() const
{
    return plain.empty() ? instrumented : meanMedian(std::vector(plain));
}

std::int64_t Makespans::instrumentedMedian() const
{
    return instrumentedSamples.empty() ? instrumented : meanMedian(std::vector(instrumentedSamples));
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
