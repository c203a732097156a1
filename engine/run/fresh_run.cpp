// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/fresh_run.h"

#include "engine/formats/document.h"
#include "engine/formats/files.h"
#include "engine/formats/program_file.h"
#include "engine/formats/recording_file.h"
#include "engine/run/devices.h"

#include <QDataStream>
#include <QFile>
#include <QJsonDocument>
#include <QSaveFile>

#include <algorithm>
#include <limits>
#include <new>

namespace streamscope {

namespace {

constexpr const char *format = "streamscope-fresh-run";
constexpr quint32 resultVersion = 1;

enum class Outcome : quint8 { Recording, BadInput, Failed, Stopped };

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
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    RunOptions options;
    options.repeat = static_cast<int>(file.integer("repeat", 0, most));
    options.warmup = static_cast<int>(file.integer("warmup", 0, most));
    options.seed = QString::fromStdString(file.text("seed")).toULongLong();
    options.clock = static_cast<ClockChoice>(file.integer("clock", 0, static_cast<int>(ClockChoice::Cupti)));
    options.checkClocks = file.flag("check_clocks");
    options.keepRaw = file.flag("keep_raw");
    options.blocks = file.flag("blocks");
    options.jitter = file.flag("jitter");
    return options;
}

FreshRunRequest readRequest(const QString &folder)
{
    const InputFile file = openInput(QFile::encodeName(requestPath(folder)).toStdString());
    const JsonObject object = JsonObject::parse(readDocument(file), file.path);
    object.requireFormat(format, 1);
    FreshRunRequest request{object.text("device"), readProgramFile(object.object("program")).program,
                            readOptions(object.object("options"))};
    object.requireNothingElse();
    return request;
}

/// A file that appears under its name when it is whole.
class ResultFile
{
public:
    explicit ResultFile(const QString &folder) : m_file(resultPath(folder))
    {
        if (!m_file.open(QIODevice::WriteOnly))
            fail();
        m_stream.setDevice(&m_file);
    }

    void write(const Recording &recording)
    {
        m_stream << resultVersion << static_cast<quint8>(Outcome::Recording);
        writeRecording(recording, m_stream);
        commit();
    }
    void write(Outcome outcome, const char *message)
    {
        m_stream << resultVersion << static_cast<quint8>(outcome) << QByteArray(message);
        commit();
    }

private:
    void commit()
    {
        if (m_stream.status() != QDataStream::Ok || !m_file.commit())
            fail();
    }
    [[noreturn]] void fail() const
    {
        throw RunError(m_file.fileName().toStdString() + ": cannot be written: " + m_file.errorString().toStdString());
    }

    QSaveFile m_file;
    QDataStream m_stream;
};

Recording runRequest(const QString &folder, const RunControl &control)
{
    const FreshRunRequest request = readRequest(folder);
    return openDeviceHere(request.device)->run(request.program, request.options, control);
}

} // namespace

void writeFreshRunRequest(const FreshRunRequest &request, const QString &folder)
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
    writeFileWhole(requestPath(folder).toStdString(), QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void answerFreshRun(const QString &folder, const RunControl &control)
{
    try {
        const Recording recording = runRequest(folder, control);
        ResultFile(folder).write(recording);
    } catch (const Cancelled &stopped) {
        ResultFile(folder).write(Outcome::Stopped, stopped.what());
    } catch (const InputError &error) {
        ResultFile(folder).write(Outcome::BadInput, error.what());
    } catch (const std::bad_alloc &) {
        ResultFile(folder).write(Outcome::Failed, "not enough host memory for this");
    } catch (const std::exception &error) {
        ResultFile(folder).write(Outcome::Failed, error.what());
    }
}

bool hasFreshRunResult(const QString &folder)
{
    return QFile::exists(resultPath(folder));
}

Recording readFreshRunResult(const QString &folder)
{
    QFile file(resultPath(folder));
    QDataStream stream(&file);
    quint32 version = 0;
    quint8 outcome = 0;
    if (!file.open(QIODevice::ReadOnly) || (stream >> version >> outcome).status() != QDataStream::Ok
        || version != resultVersion || outcome > static_cast<quint8>(Outcome::Stopped))
        throw BrokenOutcome("it is no outcome of a run");
    if (static_cast<Outcome>(outcome) == Outcome::Recording)
        try {
            return readRecording(stream);
        } catch (const RunError &error) {
            throw BrokenOutcome(error.what());
        }
    QByteArray message;
    stream >> message;
    if (static_cast<Outcome>(outcome) == Outcome::Stopped)
        throw Cancelled();
    if (static_cast<Outcome>(outcome) == Outcome::BadInput)
        throw InputError(message.toStdString());
    throw RunError(message.toStdString());
}

} // namespace streamscope
