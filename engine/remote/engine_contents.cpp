// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/engine_contents.h"

#include "engine/executors/module_abi.h"
#include "engine/formats/session/program_sections.h"
#include "engine/formats/session/recording_sections.h"
#include "engine/program/text/translatable.h"
#include "engine/remote/message_sections.h"

#include <QDataStream>
#include <QIODevice>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace streamscope {

namespace {

constexpr qint64 mostRuns = 1'000'000;
constexpr std::size_t longestMessage = 32 << 10;

template <typename... Values>
QByteArray contentOf(const Values &...values)
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    (stream << ... << values);
    return bytes;
}

QByteArray text(const std::string &from)
{
    return QByteArray::fromStdString(from);
}

/// Takes a content apart; nothing may be left at the end.
class ContentReader
{
public:
    explicit ContentReader(const QByteArray &content) : m_stream(content) {}

    template <typename T>
    T take()
    {
        T value{};
        m_stream >> value;
        requireSound(m_stream.status() == QDataStream::Ok);
        return value;
    }
    std::string takeText() { return take<QByteArray>().toStdString(); }
    template <typename T = int>
    T takeNumber(qint64 least, qint64 most)
    {
        const auto number = take<qint64>();
        requireSound(number >= least && number <= most);
        return static_cast<T>(number);
    }
    void requireEnd() const { requireSound(m_stream.atEnd()); }

private:
    QDataStream m_stream;
};

QByteArray deviceBytes(const DeviceInfo &device)
{
    return sectionsOf([&device](SectionWriter &writer) { writeDevice(device, writer); });
}

DeviceInfo deviceFrom(const QByteArray &bytes)
{
    return readSections(bytes, [](SectionReader &reader) {
        reader.require();
        return readDevice(reader);
    });
}

} // namespace

EngineHello ownHello()
{
    return {STREAMSCOPE_VERSION, moduleAbi};
}

QByteArray writeHello(const EngineHello &hello)
{
    return contentOf(text(hello.version), quint64{hello.layout});
}

EngineHello readHello(const QByteArray &content)
{
    ContentReader reader(content);
    EngineHello hello{reader.takeText(), reader.take<quint64>()};
    reader.requireEnd();
    return hello;
}

QByteArray writeCatalog(const DeviceCatalog &catalog)
{
    QByteArray bytes = contentOf(text(catalog.defaultId), text(catalog.cudaStatus), catalog.cudaUsable,
                                 static_cast<qint64>(catalog.devices.size()));
    QDataStream stream(&bytes, QIODevice::Append);
    for (const DeviceInfo &device : catalog.devices)
        stream << deviceBytes(device);
    return bytes;
}

DeviceCatalog readCatalog(const QByteArray &content)
{
    ContentReader reader(content);
    DeviceCatalog catalog;
    catalog.defaultId = reader.takeText();
    catalog.cudaStatus = reader.takeText();
    catalog.cudaUsable = reader.take<bool>();
    const auto count = reader.takeNumber<qint64>(0, content.size()); // each takes a byte at least
    for (qint64 i = 0; i < count; ++i)
        catalog.devices.push_back(deviceFrom(reader.take<QByteArray>()));
    reader.requireEnd();
    return catalog;
}

QByteArray writeOpened(const OpenedDevice &opened)
{
    return contentOf(opened.connections.has_value(), qint64{opened.connections.value_or(0)},
                     qint64{opened.machineDevices}, deviceBytes(opened.info));
}

OpenedDevice readOpened(const QByteArray &content)
{
    constexpr qint64 many = 1 << 20;
    ContentReader reader(content);
    OpenedDevice opened;
    const bool isFixed = reader.take<bool>();
    const int connections = reader.takeNumber(-many, many); // the environment may say anything
    if (isFixed)
        opened.connections = connections;
    opened.machineDevices = reader.takeNumber(1, many);
    opened.info = deviceFrom(reader.take<QByteArray>());
    reader.requireEnd();
    return opened;
}

QByteArray writeRunRequest(const EngineRunRequest &request)
{
    const QByteArray program = sectionsOf([&request](SectionWriter &writer) { writeProgram(request.program, writer); });
    const RunOptions &options = request.options;
    return contentOf(text(request.device), qint64{options.repeat}, qint64{options.warmup}, quint64{options.seed},
                     static_cast<qint64>(options.clock), options.checkClocks, options.keepRaw, options.blocks,
                     options.jitter, program);
}

EngineRunRequest readRunRequest(const QByteArray &content)
{
    ContentReader reader(content);
    EngineRunRequest request;
    request.device = reader.takeText();
    RunOptions &options = request.options;
    options.repeat = reader.takeNumber(0, mostRuns);
    options.warmup = reader.takeNumber(0, mostRuns);
    options.seed = reader.take<quint64>();
    options.clock = reader.takeNumber<ClockChoice>(0, static_cast<qint64>(ClockChoice::Cupti));
    options.checkClocks = reader.take<bool>();
    options.keepRaw = reader.take<bool>();
    options.blocks = reader.take<bool>();
    options.jitter = reader.take<bool>();
    const auto program = reader.take<QByteArray>();
    reader.requireEnd();
    request.program = readSections(program, [](SectionReader &sections) {
        requireSound(sections.require().kind == SectionKind::ProgramFacts);
        return readProgram(sections);
    });
    return request;
}

QByteArray writeProgress(const EngineProgress &progress)
{
    const qint64 total = std::max(progress.total, 1);
    return contentOf(std::clamp<qint64>(progress.done, 0, total), total, text(progress.what.substr(0, longestMessage)));
}

EngineProgress readProgress(const QByteArray &content)
{
    constexpr qint64 most = std::numeric_limits<int>::max();
    ContentReader reader(content);
    EngineProgress progress;
    progress.done = reader.takeNumber(0, most);
    progress.total = reader.takeNumber(1, most);
    progress.what = reader.takeText();
    requireSound(progress.done <= progress.total);
    reader.requireEnd();
    return progress;
}

QByteArray writeResult(const Recording &recording)
{
    return sectionsOf([&recording](SectionWriter &writer) { writeRecording(recording, writer); });
}

Recording readResult(const QByteArray &content)
{
    return readSections(content, [](SectionReader &reader) {
        requireSound(reader.require().kind == SectionKind::RecordingFacts);
        return readRecording(reader);
    });
}

EngineError currentError()
{
    try {
        throw;
    } catch (const Cancelled &stopped) {
        return {EngineError::Kind::Stopped, stopped.what()};
    } catch (const InputError &error) {
        return {EngineError::Kind::BadInput, error.what()};
    } catch (const DeviceLost &error) {
        return {EngineError::Kind::DeviceLost, error.what()};
    } catch (const std::bad_alloc &) {
        return {EngineError::Kind::Failed, QT_TRANSLATE_NOOP("engine", "not enough host memory for this")};
    } catch (const std::exception &error) {
        return {EngineError::Kind::Failed, error.what()};
    }
}

QByteArray writeError(const EngineError &error)
{
    return contentOf(static_cast<qint64>(error.kind), text(error.message.substr(0, longestMessage)));
}

EngineError readError(const QByteArray &content)
{
    ContentReader reader(content);
    EngineError error;
    error.kind = reader.takeNumber<EngineError::Kind>(0, static_cast<qint64>(EngineError::Kind::DeviceLost));
    error.message = reader.takeText();
    reader.requireEnd();
    return error;
}

void throwAgain(const EngineError &error)
{
    switch (error.kind) {
    case EngineError::Kind::BadInput:
        throw InputError(error.message);
    case EngineError::Kind::Stopped:
        throw Cancelled();
    case EngineError::Kind::DeviceLost:
        throw DeviceLost(error.message);
    case EngineError::Kind::Failed:
        break;
    }
    throw RunError(error.message);
}

} // namespace streamscope
