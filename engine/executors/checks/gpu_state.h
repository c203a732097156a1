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

/// One sentence per cause of doubt about a run's times: throttling before or after the run, another process on the GPU.
std::vector<std::string> warningsOf(const GpuState &before, const GpuState &after);

/// Name and value of all known fields, for the report: "SM clock before" 1980 MHz, ….
std::vector<std::pair<std::string, std::string>> environmentOf(const GpuState &before, const GpuState &after);

} // namespace streamscope
