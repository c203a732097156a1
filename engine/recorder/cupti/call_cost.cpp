// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/call_cost.h"

#include "engine/recorder/clock.h"
#include "engine/recorder/cupti/driver.h"

#include <algorithm>
#include <array>

namespace streamscope::recorder {

std::optional<double> measureCallCost()
{
    constexpr int callsOfSeries = 20;
    const auto call = driverFunction<decltype(&cuDriverGetVersion)>(measuredCall);
    if (!call)
        return std::nullopt;
    std::array<double, 15> series{};
    for (double &ns : series) {
        int version = 0;
        const std::int64_t begin = nowNs();
        for (int i = 0; i < callsOfSeries; ++i)
            call(&version);
        ns = static_cast<double>(nowNs() - begin) / callsOfSeries;
    }
    std::nth_element(series.begin(), series.begin() + series.size() / 2, series.end());
    return series[series.size() / 2];
}

} // namespace streamscope::recorder
