// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

/// SQLite files; those without the magic bytes never reach the reader.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (!fuzz::text(data, size).starts_with(std::string_view("SQLite format 3\0", 16)))
        return 0;
    fuzz::readBothWays(
        [&](const ReaderInput &input) { return fuzz::readAs("nsight", readMemory(fuzz::text(data, size)), input); });
    return 0;
}
