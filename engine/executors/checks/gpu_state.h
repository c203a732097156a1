// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// The state of a GPU at one moment, from its driver (NVML). Unknown values are empty.
struct GpuState
{
    std::optional<int> smClockMHz, memoryClockMHz;
    std::optional<int> temperatureCelsius;
    std::optional<double> powerWatts;
    std::optional<int> pcieGeneration, pcieWidth;
    /// The reasons for the current clocks: bits of nvmlClocksEventReasons.
    std::optional<std::uint64_t> clockReasons;
    std::optional<int> computeProcesses; ///< processes with a context on this GPU, ours included
};

/// The reasons in `bits` that slow a GPU down, in words; empty without one. Idle clocks and clocks set by a user do not
/// count. Source: NVML API reference, nvmlClocksEventReasons.
std::string throttleText(std::uint64_t bits);

/// Name and value of all known fields, for the report: "SM clock before the run" 1980 MHz, …. Throttling and other
/// processes are named as in recording.h, and only where there are any.
std::vector<std::pair<std::string, std::string>> environmentOf(const GpuState &before, const GpuState &after);

} // namespace streamscope
