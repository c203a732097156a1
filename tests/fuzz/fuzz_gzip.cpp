// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/gzip_source.h"
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

/// Packed Chrome trace JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::readBothWays([&](const ReaderInput &input) {
        return fuzz::readAs("chrome", unpackGzip(readMemory(fuzz::text(data, size)), "fuzz"), input);
    });
    return 0;
}
