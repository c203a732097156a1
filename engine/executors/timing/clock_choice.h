// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// The clock that times a real GPU's operations.
enum class ClockChoice : std::uint8_t {
    Auto,   ///< the clock that disturbs least and is most exact, of those available
    Events, ///< CUDA events and the kernels' own stamps: needs only the driver
    Watch,  ///< copies by watching their destination, kernels by their stamps; else as Auto
    Cupti,  ///< CUPTI's activity records; Events, with a note, where CUPTI refuses
};

/// `auto`, `events`, `watch` or `cupti`. @throws InputError for anything else, naming what is allowed.
ClockChoice parseClockChoice(const std::string &text);

} // namespace streamscope
