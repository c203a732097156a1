// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/device_profile_writer.h"
#include "engine/formats/files/program_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

namespace {

/// Something of every cost that a profile has, on as many devices as it may have.
std::vector<Program> everyKind()
{
    const char *const operations = R"(
        {"op":"alloc","stream":"A","bytes":4096},
        {"op":"h2d","stream":"A","bytes":1048576,"host_memory":"pinned"},
        {"op":"h2d","stream":"B","bytes":65536,"host_memory":"pageable"},
        {"op":"kernel","stream":"A","kernel":"fma","elements":1048576,"kernel_work":64},
        {"op":"kernel","stream":"B","kernel":"stream","elements":65536},
        {"op":"kernel","stream":"B","kernel":"spin","duration_us":5,"grid":300,"shared_memory":1024},
        {"op":"event_record","stream":"A","event":"e"},{"op":"event_wait","stream":"B","event":"e"},
        {"op":"d2h","stream":"B","bytes":65536,"host_memory":"write-combined"},
        {"op":"d2d","stream":"A","bytes":4096},{"op":"memset","stream":"null","bytes":4096},
        {"op":"host_function","stream":"A","duration_us":3},{"op":"host_work","duration_us":2},
        {"op":"free","stream":"A","bytes":4096},{"op":"sync","what":"device"})";
    const char *const between = R"(,
        {"op":"peer","stream":"A","bytes":65536,"reads":["d0"],"writes":["d1"]},
        {"op":"collective","stream":"A","bytes":65536,"group":0},
        {"op":"collective","stream":"C","bytes":65536,"group":0})";
    const std::string start = R"({"format":"streamscope-program","version":1,"streams":[{"id":"A"},{"id":"B"})";
    const std::string buffers = R"(],"buffers":[{"id":"d0","place":"device","bytes":65536},
        {"id":"d1","place":"device","device":1,"bytes":65536})";
    std::vector<Program> programs;
    for (const std::string &json :
         {start + R"(],"operations":[)" + operations + "]}",
          start + R"(,{"id":"C","device":1})" + buffers + R"(],"operations":[)" + operations + between + "]}"})
        for (const Submission submission : {Submission::Live, Submission::Gated}) {
            programs.push_back(readProgramFile(QByteArray::fromStdString(json), "every kind").program);
            programs.back().submission = submission;
        }
    return programs;
}

} // namespace

/// Device profiles; what was read is written and read again, and runs a Program of every kind.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const std::vector<Program> programs = everyKind();
    fuzz::orRefuse([&] {
        const DeviceProfile profile = readDeviceProfile(fuzz::bytes(data, size), "fuzz", "sim:fuzz");
        for (const Program &program : programs)
            fuzz::simulate(profile, program);
        const ProfileOrigin origin{"fuzz", "2026-01-01", {}};
        const QByteArray written = deviceProfileJson(profile, origin);
        const DeviceProfile again = fuzz::readAgain([&] { return readDeviceProfile(written, "again", "sim:fuzz"); });
        fuzz::require(deviceProfileJson(again, origin) == written);
    });
    return 0;
}
