// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/shared/kernel_work.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace streamscope {

/// Lets operations with kernels of the same work share it. Remembers the kernels that it saw last, a fixed number.
class RepeatedKernels
{
public:
    /// `work`, shared with earlier ones where it is known.
    const SharedKernel &shared(const KernelWork &work)
    {
        SharedKernel &known = m_known[placeOf(work)];
        if (known.work() != work)
            known = work;
        return known;
    }

private:
    static constexpr std::size_t places = 1024;

    static std::size_t placeOf(const KernelWork &work)
    {
        std::uint64_t hash = 0;
        for (const std::uint64_t part :
             {static_cast<std::uint64_t>(work.kind), std::uint64_t{work.registers}, std::uint64_t{work.grid},
              std::uint64_t{work.block}, std::uint64_t{work.sharedMemory}, work.elements,
              static_cast<std::uint64_t>(work.workPerElement)})
            hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(hash >> 54U);
    }

    std::array<SharedKernel, places> m_known;
};

} // namespace streamscope
