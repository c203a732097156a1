// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/file/checksum.h"

#include <array>
#include <cstring>

namespace streamscope::recorder {

namespace {

constexpr std::size_t slice = 8; // bytes at a time

using Tables = std::array<std::array<std::uint32_t, 256>, slice>;

constexpr Tables makeTables()
{
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = value >> 1 ^ (value & 1 ? 0xedb88320U : 0);
        tables[0][byte] = value;
    }
    for (std::size_t table = 1; table < slice; ++table)
        for (std::uint32_t byte = 0; byte < 256; ++byte)
            tables[table][byte] = tables[table - 1][byte] >> 8 ^ tables[0][tables[table - 1][byte] & 0xff];
    return tables;
}

constexpr Tables tables = makeTables();

} // namespace

std::uint32_t checksum(const void *bytes, std::size_t size, std::uint32_t before)
{
    const auto *at = static_cast<const unsigned char *>(bytes);
    std::uint32_t value = ~before;
    for (; size >= slice; size -= slice, at += slice) {
        std::uint32_t low = 0, high = 0;
        std::memcpy(&low, at, 4);
        std::memcpy(&high, at + 4, 4);
        low ^= value;
        value = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^ tables[5][low >> 16 & 0xff] ^ tables[4][low >> 24]
                ^ tables[3][high & 0xff] ^ tables[2][high >> 8 & 0xff] ^ tables[1][high >> 16 & 0xff]
                ^ tables[0][high >> 24];
    }
    for (; size > 0; --size, ++at)
        value = value >> 8 ^ tables[0][(value ^ *at) & 0xff];
    return ~value;
}

} // namespace streamscope::recorder
