// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace streamscope {

/// How a kernel was launched. A 0 says that the file or the run does not know the figure.
struct LaunchShape
{
    std::array<std::uint32_t, 3> grid{};  ///< blocks
    std::array<std::uint32_t, 3> block{}; ///< threads
    std::uint32_t registers = 0;          ///< per thread
    std::uint32_t sharedMemory = 0;       ///< per block, static and dynamic, bytes

    std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
    std::uint64_t threadsPerBlock() const { return std::uint64_t{block[0]} * block[1] * block[2]; }
    auto operator<=>(const LaunchShape &) const = default;
};

} // namespace streamscope
