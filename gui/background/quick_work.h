// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>

namespace streamscope {

/// True when this many operations or blocks are indexed, linked or summed within a frame or two: then the thread of the
/// window does the work at once, because another thread would only make the screen flicker.
constexpr bool isQuick(std::size_t parts)
{
    constexpr std::size_t maxParts = 200'000;
    return parts <= maxParts;
}

} // namespace streamscope
