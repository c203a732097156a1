// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/kept_runs.h"

#include "engine/formats/io/input_file.h"
#include "engine/formats/io/output_file.h"
#include "engine/formats/session/recording_sections.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/session/session_runs.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>

namespace streamscope {

namespace {

const QString partKey = QStringLiteral("part"), traceKey = QStringLiteral("trace");

/// Says which trace a run opened.
QString traceMark(const LessonRun &run)
{
    return QString::fromLatin1(QCryptographicHash::hash(*run.trace, QCryptographicHash::Sha1).toHex());
}

bool isSameSource(const RunSource &kept, const RunSource &today)
{
    if (!kept || !today)
        return false;
    const Program *program = kept.program();
    if (program && today.program())
        return *program == *today.program();
    return kept == today;
}

/// Whether the lesson of today would run the same.
bool fits(const LessonRun &run, const RunResult &result, const QString &trace)
{
    if (run.isTrace())
        return result.import && trace == traceMark(run);
    const bool isOnItsDevice = run.device.empty() || result.recording.device.id == run.device;
    return !result.import && isOnItsDevice && isSameSource(result.request.experiment, run.experiment)
           && result.request.parameters == run.parameters;
}

} // namespace

void writeLessonRuns(const Lesson &lesson, const KeptLessonRuns &runs, const std::string &path, std::uint64_t maxBytes)
{
    OutputFile file(path);
    std::uint64_t bytes = 0;
    SectionWriter writer([&](std::string_view piece) {
        bytes += piece.size();
        if (bytes > maxBytes)
            throw RunError(Phrase("engine", "the runs take more than %1 MiB").arg(maxBytes >> 20));
        file.write(piece);
    });
    SessionParts parts;
    QJsonObject names;
    for (const auto &[name, result] : runs.results) {
        QJsonObject one{{partKey, static_cast<qint64>(parts.add(result))}};
        if (const LessonRun *run = lesson.run(name); run && run->isTrace())
            one[traceKey] = traceMark(*run);
        names[QString::fromStdString(name)] = one;
    }
    writeDevice(runs.device, writer);
    for (const auto &[number, part] : parts.list())
        writeSessionPart(*part, number, writer);
    writer.add(SectionKind::Documents, QJsonDocument(names).toJson(QJsonDocument::Compact).toStdString());
    writer.finish();
    file.commit();
}

KeptLessonRuns readLessonRuns(const Lesson &lesson, const std::string &path, const ExperimentList &known,
                              const RunControl &control)
{
    const InputFile file = openInput(path);
    MemoryBudget memory(path, 0);
    SectionReader reader(*file.bytes, path, memory);
    reader.require();
    KeptLessonRuns kept;
    kept.device = readDevice(reader);
    ReadSession session;
    readSession(reader, known, control, session);
    const QJsonObject names = QJsonDocument::fromJson(QByteArray::fromStdString(session.documents)).object();
    for (auto name = names.begin(); name != names.end(); ++name) {
        const QJsonObject one = name->toObject();
        const auto result = session.results.find(static_cast<SessionNumber>(one[partKey].toInt()));
        const LessonRun *run = lesson.run(name.key().toStdString());
        if (run && result != session.results.end() && fits(*run, *result->second, one[traceKey].toString()))
            kept.results.emplace(run->name, result->second);
    }
    return kept;
}

} // namespace streamscope
