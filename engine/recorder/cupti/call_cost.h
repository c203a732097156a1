// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <optional>

namespace streamscope::recorder {

/// Nanoseconds that a call of the driver takes on the calling thread now: the median of short series of the cheapest
/// one (cuDriverGetVersion), which does nothing else. About 0.2 ms. Nothing where the driver is not there.
std::optional<double> measureCallCost();

} // namespace streamscope::recorder
