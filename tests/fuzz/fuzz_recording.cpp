// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/demangled_name.h"
#include "resources/recorder/recording_format.h"
#include "tests/fuzz/fuzz_input.h"

#include <cstring>
#include <string>

#include <zlib.h>

using namespace streamscope;

namespace {

/// Chance never finds a checksum: each chunk gets the right one, and magic bytes.
std::string mended(std::string_view bytes)
{
    std::string text(bytes);
    recording::FileHeader file{{}, recording::version, sizeof file};
    std::memcpy(file.magic, recording::magic, sizeof file.magic);
    text.replace(0, std::min(sizeof file, text.size()), reinterpret_cast<const char *>(&file), sizeof file);
    recording::ChunkHeader header{};
    for (std::size_t at = sizeof file; at + sizeof header <= text.size(); at += sizeof header + header.packedBytes) {
        std::memcpy(&header, text.data() + at, sizeof header);
        header.magic = recording::chunkMagic;
        const std::size_t payload = std::min<std::size_t>(header.packedBytes, text.size() - at - sizeof header);
        const auto in = [](const void *data) { return static_cast<const Bytef *>(data); };
        header.checksum =
            static_cast<std::uint32_t>(crc32(crc32(0, in(&header), offsetof(recording::ChunkHeader, checksum)),
                                             in(text.data() + at + sizeof header), static_cast<uInt>(payload)));
        std::memcpy(text.data() + at, &header, sizeof header);
    }
    return text;
}

} // namespace

/// StreamScope recordings, as they are and with their checksums mended; and the first line as the name of a kernel.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes = fuzz::text(data, size);
    for (const std::string &file : {std::string(bytes), mended(bytes)})
        fuzz::readBothWays(
            [&](const ReaderInput &input) { return fuzz::readAs("recording", readMemory(file), input); });
    fuzz::require(demangledName(bytes.substr(0, bytes.find('\n'))).size() < (std::size_t{4} << 20) + size);
    return 0;
}
