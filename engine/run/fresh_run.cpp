// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/fresh_run.h"

#include "engine/formats/files/program_file.h"
#include "engine/formats/io/document.h"
#include "engine/formats/io/files.h"
#include "engine/formats/io/output_file.h"
#include "engine/formats/session/plain_archive.h"
#include "engine/formats/session/recording_sections.h"
#include "engine/run/devices.h"

#include <QFile>
#include <QJsonDocument>

#include <algorithm>
#include <limits>
#include <new>

namespace streamscope {

namespace {

constexpr const char *format = "streamscope-fresh-run";

enum class Outcome : quint8 { Recording, BadInput, Failed, Stopped };

} // namespace

template <>
inline constexpr Outcome lastValue<Outcome> = Outcome::Stopped;

namespace {

QString requestPath(const QString &folder)
{
    return folder % QStringLiteral("/request.json");
}
QString resultPath(const QString &folder)
{
    return folder % QStringLiteral("/result");
}

QJsonObject optionsJson(const RunOptions &options)
{
    return {{QStringLiteral("repeat"), options.repeat},
            {QStringLiteral("warmup"), options.warmup},
            {QStringLiteral("seed"), QString::number(options.seed)}, // JSON's numbers do not hold all 64 bits
            {QStringLiteral("clock"), static_cast<int>(options.clock)},
            {QStringLiteral("check_clocks"), options.checkClocks},
            {QStringLiteral("keep_raw"), options.keepRaw},
            {QStringLiteral("blocks"), options.blocks},
            {QStringLiteral("jitter"), options.jitter}};
}

RunOptions readOptions(const JsonObject &file)
{
    constexpr std::int64_t most = 1'000'000; // runs
    RunOptions options;
    options.repeat = static_cast<int>(file.integer("repeat", 0, most));
    options.warmup = static_cast<int>(file.integer("warmup", 0, most));
    bool isNumber = false;
    options.seed = QString::fromStdString(file.text("seed")).toULongLong(&isNumber);
    if (!isNumber)
        file.refuse("seed", "\"" + file.text("seed") + "\"", "a number of 64 bits");
    options.clock = static_cast<ClockChoice>(file.integer("clock", 0, static_cast<int>(ClockChoice::Cupti)));
    options.checkClocks = file.flag("check_clocks");
    options.keepRaw = file.flag("keep_raw");
    options.blocks = file.flag("blocks");
    options.jitter = file.flag("jitter");
    return options;
}

/// The file appears under its name when it is whole.
void writeResult(const QString &folder, Outcome outcome, const std::string &message, const Recording *recording)
{
    OutputFile file(QFile::encodeName(resultPath(folder)).toStdString());
    SectionWriter writer([&file](std::string_view bytes) { file.write(bytes); });
    writeArchive(writer, SectionKind::Outcome, 0, outcome, message);
    if (recording)
        writeRecording(*recording, writer);
    writer.finish();
    file.commit();
}

void writeResult(const QString &folder, Outcome outcome, const char *message)
{
    writeResult(folder, outcome, message, nullptr);
}

Recording runRequest(const QString &folder, const RunControl &control)
{
    const InputFile file = openInput(QFile::encodeName(requestPath(folder)).toStdString());
    const FreshRunRequest request = readFreshRunRequest(readDocument(file), file.path);
    return openDeviceHere(request.device)->run(request.program, request.options, control);
}

} // namespace

QByteArray freshRunRequestJson(const FreshRunRequest &request)
{
    ProgramFile file;
    file.program = request.program;
    const QJsonObject object{
        {QStringLiteral("format"), QLatin1String(format)},
        {QStringLiteral("version"), 1},
        {QStringLiteral("device"), QString::fromStdString(request.device)},
        {QStringLiteral("options"), optionsJson(request.options)},
        {QStringLiteral("program"), QJsonDocument::fromJson(programFileJson(file)).object()},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

FreshRunRequest readFreshRunRequest(const QByteArray &json, const std::string &source)
{
    const JsonObject object = JsonObject::parse(json, source);
    object.requireFormat(format, 1);
    FreshRunRequest request{object.text("device"), readProgramFile(object.object("program")).program,
                            readOptions(object.object("options"))};
    object.requireNothingElse();
    return request;
}

void writeFreshRunRequest(const FreshRunRequest &request, const QString &folder)
{
    writeFileWhole(requestPath(folder).toStdString(), freshRunRequestJson(request));
}

void executeFreshRun(const QString &folder, const RunControl &control)
{
    try {
        const Recording recording = runRequest(folder, control);
        writeResult(folder, Outcome::Recording, {}, &recording);
    } catch (const Cancelled &stopped) {
        writeResult(folder, Outcome::Stopped, stopped.what());
    } catch (const InputError &error) {
        writeResult(folder, Outcome::BadInput, error.what());
    } catch (const std::bad_alloc &) {
        writeResult(folder, Outcome::Failed, "not enough host memory for this");
    } catch (const std::exception &error) {
        writeResult(folder, Outcome::Failed, error.what());
    }
}

bool hasFreshRunResult(const QString &folder)
{
    return QFile::exists(resultPath(folder));
}

namespace {

struct ReadOutcome
{
    Outcome outcome = Outcome::Failed;
    std::string message;
    std::optional<Recording> recording;
};

ReadOutcome readOutcome(ByteSource &bytes)
{
    const std::string name = "the outcome of the run";
    MemoryBudget memory(name, 0);
    SectionReader reader(bytes, name, memory);
    ReadOutcome read;
    if (reader.require().kind != SectionKind::Outcome)
        reader.fail("it is no outcome of a run");
    readArchive(reader, read.outcome, read.message);
    if (read.outcome == Outcome::Recording) {
        if (reader.require().kind != SectionKind::RecordingFacts)
            reader.fail("a recording is missing");
        read.recording = readRecording(reader);
    }
    if (reader.next())
        reader.fail("it does not belong into an outcome");
    return read;
}

/// Calls `read`, whose refusals are no answers of the child.
template <typename Read>
auto unbroken(Read read)
{
    try {
        return read();
    } catch (const InputError &error) {
        throw BrokenOutcome(error.what());
    }
}

} // namespace

Recording readFreshRunResult(const QString &folder)
{
    const InputFile file = unbroken([&] { return openInput(QFile::encodeName(resultPath(folder)).toStdString()); });
    return readFreshRunResult(*file.bytes);
}

Recording readFreshRunResult(ByteSource &bytes)
{
    ReadOutcome read = unbroken([&bytes] { return readOutcome(bytes); });
    switch (read.outcome) {
    case Outcome::Recording:
        return std::move(*read.recording);
    case Outcome::BadInput:
        throw InputError(read.message);
    case Outcome::Stopped:
        throw Cancelled();
    case Outcome::Failed:
        break;
    }
    throw RunError(read.message);
}

std::string progressLine(const FreshRunProgress &progress)
{
    return std::to_string(progress.done) + ' ' + std::to_string(progress.total) + ' ' + progress.what;
}

std::optional<FreshRunProgress> readProgressLine(const QByteArray &line)
{
    const qsizetype first = line.indexOf(' '), second = line.indexOf(' ', first + 1);
    if (first < 0 || second < 0)
        return std::nullopt;
    bool isDone = false, isTotal = false;
    const FreshRunProgress progress{line.left(first).toInt(&isDone),
                                    line.mid(first + 1, second - first - 1).toInt(&isTotal),
                                    line.mid(second + 1).toStdString()};
    const bool sound = isDone && isTotal && progress.done >= 0 && progress.done <= progress.total && progress.total > 0;
    return sound ? std::optional(progress) : std::nullopt;
}

} // namespace streamscope
