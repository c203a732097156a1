// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/session/recording_sections.h"
#include "engine/run/fresh_run.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/mended_session.h"

using namespace streamscope;

namespace {

std::string written(const Recording &recording)
{
    std::string text;
    SectionWriter writer([&text](std::string_view bytes) { text += bytes; });
    writeRecording(recording, writer);
    writer.finish();
    return text;
}

Recording read(const std::string &text)
{
    const auto bytes = readMemory(text);
    MemoryBudget memory("again", 0);
    SectionReader reader(*bytes, "again", memory);
    reader.require();
    return readRecording(reader);
}

void readAsRequest(const QByteArray &input)
{
    static const DeviceProfile h200 = loadDeviceProfile("h200");
    const FreshRunRequest request = readFreshRunRequest(input, "fuzz");
    const QByteArray json = freshRunRequestJson(request);
    const FreshRunRequest again = fuzz::readAgain([&] { return readFreshRunRequest(json, "again"); });
    fuzz::require(again.program == request.program && freshRunRequestJson(again) == json);
    fuzz::simulate(h200, request.program);
}

void readAsResult(std::string_view input)
{
    try {
        const auto bytes = readMemory(input);
        const Recording recording = readFreshRunResult(*bytes);
        const std::string whole = written(recording);
        fuzz::require(written(fuzz::readAgain([&] { return read(whole); })) == whole);
        analyze(recording, nullptr);
    } catch (const Cancelled &) {
    }
}

void readAsProgress(const QByteArray &input)
{
    const auto progress = readProgressLine(input);
    if (!progress)
        return;
    fuzz::require(progress->done >= 0 && progress->done <= progress->total && progress->total > 0);
    const auto again = readProgressLine(QByteArray::fromStdString(progressLine(*progress)));
    fuzz::require(again && again->done == progress->done && again->what == progress->what);
}

} // namespace

/// What a fresh process and the one that started it read from each other.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input = fuzz::bytes(data, size);
    fuzz::orRefuse([&] { readAsRequest(input); });
    for (const std::string &file : {std::string(fuzz::text(data, size)), fuzz::mendedSession(fuzz::text(data, size))})
        fuzz::orRefuse([&] { readAsResult(file); });
    readAsProgress(input);
    return 0;
}
