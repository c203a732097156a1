// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/raw_times_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

/// Files of --raw-times; what was read is written and read again, and is the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::orRefuse([&] {
        const RawTimesFile file = parseRawTimes(fuzz::bytes(data, size), "fuzz");
        const QByteArray written = rawTimesJson(file.experiment, {}, file.raw);
        const RawTimesFile again = fuzz::readAgain([&] { return parseRawTimes(written, "again"); });
        fuzz::require(rawTimesJson(again.experiment, {}, again.raw) == written);
    });
    return 0;
}
