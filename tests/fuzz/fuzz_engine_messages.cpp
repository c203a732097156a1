// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/remote/engine_contents.h"
#include "engine/remote/engine_message.h"
#include "tests/fuzz/fuzz_input.h"

#include <algorithm>

using namespace streamscope;

namespace {

constexpr std::uint64_t memoryLimit = std::uint64_t{64} << 20;

/// What was read is written and read again as the same.
template <typename Read, typename Write>
auto readTwice(const QByteArray &content, Read read, Write write)
{
    const auto first = read(content);
    const QByteArray bytes = write(first);
    fuzz::require(write(fuzz::readAgain([&] { return read(bytes); })) == bytes);
    return first;
}

void readContent(const EngineMessage &message)
{
    static const DeviceProfile h200 = loadDeviceProfile("h200");
    const QByteArray &content = message.content;
    switch (message.kind) {
    case MessageKind::Hello:
        readTwice(content, readHello, writeHello);
        break;
    case MessageKind::Devices:
        readTwice(content, readCatalog, writeCatalog);
        break;
    case MessageKind::Opened:
        readTwice(content, readOpened, writeOpened);
        break;
    case MessageKind::Run:
        fuzz::simulate(h200, readTwice(content, readRunRequest, writeRunRequest).program);
        break;
    case MessageKind::Progress:
        readTwice(content, readProgress, writeProgress);
        break;
    case MessageKind::Result:
        analyze(readTwice(content, readResult, writeResult), nullptr);
        break;
    case MessageKind::Error:
        readTwice(content, readError, writeError);
        break;
    default:
        break;
    }
}

/// The messages of a stream, from pieces of `step` bytes.
std::vector<EngineMessage> messagesOf(const QByteArray &stream, qsizetype step)
{
    std::vector<EngineMessage> messages;
    MessageReader reader(memoryLimit);
    fuzz::orRefuse([&] {
        for (qsizetype at = 0; at < stream.size(); at += step) {
            reader.feed(stream.constData() + at, static_cast<std::size_t>(std::min(step, stream.size() - at)));
            while (auto message = reader.next()) {
                fuzz::require(static_cast<std::uint64_t>(message->content.size()) <= largestContent(message->kind));
                messages.push_back(std::move(*message));
            }
        }
    });
    return messages;
}

} // namespace

/// What an engine process and its client read from each other.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input = fuzz::bytes(data, size);
    const std::vector<EngineMessage> messages = messagesOf(input, 1 + input.size() / 3);
    fuzz::require(messagesOf(input, 13).size() == messages.size());
    for (const EngineMessage &message : messages)
        fuzz::orRefuse([&] { readContent(message); });
    return 0;
}
