// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace streamscope {

/// Appends a number as LEB128: seven bits a byte, the low ones first.
inline void putLeb128(std::string &bytes, std::uint64_t number)
{
    constexpr std::uint64_t more = 0x80;
    while (number >= more) {
        bytes.push_back(static_cast<char>(number | more));
        number >>= 7U;
    }
    bytes.push_back(static_cast<char>(number));
}

/// Takes a number off the front. False where `bytes` ends within it or it has more than 64 bits.
inline bool takeLeb128(std::string_view &bytes, std::uint64_t &number)
{
    number = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        if (shift == 63 && byte > 1)
            return false;
        number |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

} // namespace streamscope
