// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

/// The operations CSV.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::readBothWays(
        [&](const ReaderInput &input) { return fuzz::readAs("csv", readMemory(fuzz::text(data, size)), input); });
    return 0;
}
