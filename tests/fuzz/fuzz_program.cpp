// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/program_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

/// Program files; what was read is written and read again, and simulated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const DeviceProfile h200 = loadDeviceProfile("h200");
    fuzz::orRefuse([&] {
        const ProgramFile file = readProgramFile(fuzz::bytes(data, size), "fuzz");
        const QByteArray written = programFileJson(file);
        fuzz::require(fuzz::readAgain([&] { return readProgramFile(written, "again"); }).program == file.program);
        fuzz::simulate(h200, file.program);
    });
    return 0;
}
