// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <zlib.h>

namespace streamscope::fuzz {

/// A session file in which each piece has its magic bytes and the right checksum, which chance never finds.
inline std::string mendedSession(std::string_view bytes)
{
    constexpr std::size_t header = 16, pieceHeader = 24, packedAt = 16, checksumAt = 20;
    std::string text(bytes);
    if (text.size() < header)
        return text;
    constexpr std::uint32_t version = 1, headerBytes = header;
    std::memcpy(text.data(), "SSESSION", 8);
    std::memcpy(text.data() + 8, &version, sizeof version);
    std::memcpy(text.data() + 12, &headerBytes, sizeof headerBytes);
    std::uint32_t packed = 0;
    for (std::size_t at = header; at + pieceHeader <= text.size(); at += pieceHeader + packed) {
        std::memcpy(text.data() + at, "PSEC", 4);
        std::memcpy(&packed, text.data() + at + packedAt, sizeof packed);
        const std::size_t there = std::min<std::size_t>(packed, text.size() - at - pieceHeader);
        const auto *const piece = reinterpret_cast<const Bytef *>(text.data() + at);
        const auto checksum = static_cast<std::uint32_t>(
            crc32(crc32(crc32(0, nullptr, 0), piece, checksumAt), piece + pieceHeader, static_cast<uInt>(there)));
        std::memcpy(text.data() + at + checksumAt, &checksum, sizeof checksum);
    }
    return text;
}

} // namespace streamscope::fuzz
