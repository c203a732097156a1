// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <optional>

namespace streamscope::recorder {

/// The call of the driver whose cost is taken: the cheapest one, and it changes nothing.
inline constexpr const char *measuredCall = "cuDriverGetVersion";

/// Nanoseconds that this call takes on the calling thread now: the median of short series. About 0.2 ms. Nothing where
/// the driver is not there.
std::optional<double> measureCallCost();

} // namespace streamscope::recorder
