// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// How a GPU does at one moment, as its driver tells (NVML). Whatever it does not tell is empty.
struct GpuState
{
    std::optional<int> smClockMHz, memoryClockMHz;
    std::optional<int> temperatureCelsius;
    std::optional<double> powerWatts;
    std::optional<int> pcieGeneration, pcieWidth;
    /// Why the clocks are what they are: bits of nvmlClocksEventReasons.
    std::optional<std::uint64_t> clockReasons;
    std::optional<int> computeProcesses; ///< with a context on this GPU, ours included
};

/// The reasons among `bits` that make a GPU slower than it could be, in words; empty when there are none. Idle clocks
/// and clocks that someone has set are no such reasons. Source: NVML API reference, nvmlClocksEventReasons.
std::string throttleText(std::uint64_t bits);

/// One sentence per thing that makes the times of a run doubtful: throttling before or after it, another process.
std::vector<std::string> warningsOf(const GpuState &before, const GpuState &after);

/// Name and value of all that is known, for the report: "SM clock before" 1980 MHz, ….
std::vector<std::pair<std::string, std::string>> environmentOf(const GpuState &before, const GpuState &after);

} // namespace streamscope
