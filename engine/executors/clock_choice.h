// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// By which clock a real GPU's operations are timed.
enum class ClockChoice : std::uint8_t {
    Auto,   ///< what was measured to disturb less and tell more truth, where it is to be had
    Events, ///< CUDA events and the kernels' own stamps: needs nothing but the driver
    Watch,  ///< copies by looking at their destination, kernels by their stamps; the next best where that cannot be
    Cupti,  ///< CUPTI's activity records; events where it refuses, and the run says so
};

/// `auto`, `events`, `watch` or `cupti`. @throws InputError for anything else, naming what is allowed.
ClockChoice parseClockChoice(const std::string &text);

} // namespace streamscope
