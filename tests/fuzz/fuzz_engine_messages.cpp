// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/remote/engine_contents.h"
#include "engine/remote/engine_message.h"
#include "engine/remote/trace_contents.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/mended_session.h"

#include <algorithm>
#include <utility>

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

/// What is asked and told of a trace, with the right checksums: behind them lies what is to be tried.
void readTraceContent(const EngineMessage &message)
{
    static const RowsQuestion question{{0, 1, TraceView::mostPixels}, {{0, 0}, {0, 1}}};
    const QByteArray &whole = message.content;
    const QByteArray content =
        QByteArray::fromStdString(fuzz::mendedSession({whole.constData(), static_cast<std::size_t>(whole.size())}));
    switch (message.kind) {
    case MessageKind::OpenTrace:
        readTwice(content, readTraceRequest, writeTraceRequest);
        break;
    case MessageKind::TraceOpened:
        readTwice(content, readOpenedTrace, writeOpenedTrace);
        break;
    case MessageKind::AskRows:
        readTwice(content, readRowsQuestion, writeRowsQuestion);
        break;
    case MessageKind::Rows:
        readTwice(
            content, [](const QByteArray &bytes) { return readRowsAnswer(bytes, question); }, writeRowsAnswer);
        break;
    case MessageKind::AskBar:
        readTwice(content, readBarQuestion, writeBarQuestion);
        break;
    case MessageKind::Bar:
        readTwice(content, readBarAnswer, writeBarAnswer);
        break;
    case MessageKind::AskRange: {
        const auto [begin, end] = readRangeQuestion(content);
        fuzz::require(readRangeQuestion(writeRangeQuestion(begin, end)) == std::pair(begin, end));
        break;
    }
    case MessageKind::Range:
        readTwice(content, readRangeAnswer, writeRangeAnswer);
        break;
    case MessageKind::AskSearch:
        readTwice(content, readSearchQuestion, writeSearchQuestion);
        break;
    case MessageKind::Found:
        readTwice(content, readSearchAnswer, writeSearchAnswer);
        break;
    case MessageKind::AskWork:
        readTwice(content, readWorkQuestion, writeWorkQuestion);
        break;
    case MessageKind::Cancel:
        readTwice(content, readWorkCancel, writeWorkCancel);
        break;
    case MessageKind::Work:
        readTwice(
            content, [](const QByteArray &bytes) { return readWorkAnswer(bytes, {}); }, writeWorkAnswer);
        break;
    default:
        break;
    }
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
    case MessageKind::Profile:
        readDeviceProfile(content, "profile", "sim:fuzz");
        break;
    default:
        readTraceContent(message);
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
