// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <array>
#include <cstddef>
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
    bool operator==(const LaunchShape &) const = default;

    struct Hash
    {
        std::size_t operator()(const LaunchShape &shape) const
        {
            std::uint64_t hash = 0;
            for (const std::uint32_t part : {shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0],
                                             shape.block[1], shape.block[2], shape.registers, shape.sharedMemory})
                hash = (hash ^ part) * 0x9e37'79b9'7f4a'7c15U;
            return hash ^ hash >> 32U;
        }
    };
};

} // namespace streamscope
