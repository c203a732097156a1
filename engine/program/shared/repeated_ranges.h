// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/shared/buffer_ranges.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace streamscope {

/// Lets operations of a repeated step share their lists of ranges. Remembers the lists that it saw last, a fixed
/// number.
class RepeatedRanges
{
public:
    /// A list equal to `ranges`, shared with earlier ones where it is known.
    const BufferRanges &shared(BufferRanges ranges)
    {
        BufferRanges &known = m_known[placeOf(ranges)];
        if (known != ranges)
            known = std::move(ranges);
        return known;
    }

private:
    static constexpr std::size_t places = 1024;

    static std::size_t placeOf(const BufferRanges &ranges)
    {
        std::uint64_t hash = 0;
        for (const BufferRange &range : ranges)
            for (const std::uint64_t part : {static_cast<std::uint64_t>(range.buffer), range.offset, range.bytes})
                hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(hash >> 54U);
    }

    std::array<BufferRanges, places> m_known;
};

} // namespace streamscope
