// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace streamscope::recorder {

/// CRC-32 as zlib computes it, which a recorded program need not have. `before`: the checksum of the bytes before.
std::uint32_t checksum(const void *bytes, std::size_t size, std::uint32_t before = 0);

} // namespace streamscope::recorder
