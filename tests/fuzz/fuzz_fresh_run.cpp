// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/traces/recording_file.h"
#include "engine/run/fresh_run.h"
#include "tests/fuzz/fuzz_input.h"

#include <QDataStream>
#include <QIODevice>

using namespace streamscope;

namespace {

QByteArray written(const Recording &recording)
{
    QByteArray text;
    QDataStream stream(&text, QIODevice::WriteOnly);
    writeRecording(recording, stream);
    return text;
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

void readAsResult(const QByteArray &input)
{
    QDataStream stream(input);
    try {
        const Recording recording = readFreshRunResult(stream);
        const QByteArray whole = written(recording);
        QDataStream second(whole);
        fuzz::require(written(fuzz::readAgain([&] { return readRecording(second); })) == whole);
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
    fuzz::orRefuse([&] { readAsResult(input); });
    readAsProgress(input);
    return 0;
}
