// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/preset.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/program_file.h"
#include "engine/formats/io/document.h"
#include "engine/formats/io/files.h"
#include "engine/formats/text/json_object.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>

#include <algorithm>

namespace streamscope {

namespace {

const Experiment &experimentOf(const JsonObject &file, const ExperimentList &known)
{
    const std::string id = file.text("experiment");
    std::string ids;
    for (const Experiment *experiment : known) {
        if (experiment->id() == id)
            return *experiment;
        ids += (ids.empty() ? "" : ", ") + experiment->id();
    }
    throw InputError(Phrase("engine", "%1: unknown experiment '%2'; allowed: %3").arg(file.at("experiment"), id, ids));
}

Preset presetOfProgram(const JsonObject &json)
{
    ProgramFile file = readProgramFile(json);
    Preset preset;
    preset.name = json.source();
    preset.title = file.program.title;
    preset.device = file.device;
    preset.parameters = file.parameters;
    preset.experiment = RunSource(std::move(file.program), std::move(file.description));
    return preset;
}

QByteArray programPresetJson(const Preset &preset)
{
    ProgramFile file;
    file.program = buildProgram(*preset.experiment, preset.parameters);
    file.description = preset.experiment->explanation();
    file.device = preset.device;
    file.parameters = preset.parameters;
    return programFileJson(file);
}

} // namespace

Preset readPreset(const QByteArray &json, const std::string &source, const ExperimentList &known)
{
    const JsonObject file = JsonObject::parse(json, source);
    const std::string format = file.text("format");
    if (format == "streamscope-program")
        return presetOfProgram(file);
    if (format != "streamscope-preset")
        file.refuse("format", "\"" + format + "\"",
                    QT_TRANSLATE_NOOP("engine", "\"streamscope-preset\" or \"streamscope-program\""));
    file.requireFormat("streamscope-preset", 1);
    const Experiment &experiment = experimentOf(file, known);
    Preset preset;
    preset.name = source;
    preset.experiment = &experiment;
    preset.title = file.textOr("title", experiment.title());
    preset.description = file.textOr("description", {});
    preset.device = file.textOr("device", {});
    preset.parameters = experiment.defaults();
    if (file.has("parameters"))
        readParameters(file.object("parameters"), preset.parameters);
    file.requireNothingElse();
    return preset;
}

Preset loadPreset(const std::string &path, const ExperimentList &known, std::uint64_t memoryLimit)
{
    return loadPreset(openInput(path), known, memoryLimit);
}

Preset loadPreset(const InputFile &file, const ExperimentList &known, std::uint64_t memoryLimit)
{
    Preset preset = readPreset(readDocument(file, memoryLimit), file.path, known);
    preset.file = file.path;
    return preset;
}

QByteArray presetJson(const Preset &preset)
{
    if (preset.experiment.program())
        return programPresetJson(preset);
    QJsonObject object{{QStringLiteral("format"), QStringLiteral("streamscope-preset")},
                       {QStringLiteral("version"), 1},
                       {QStringLiteral("experiment"), QString::fromStdString(preset.experiment->id())},
                       {QStringLiteral("title"), QString::fromStdString(preset.title)},
                       {QStringLiteral("description"), QString::fromStdString(preset.description)},
                       {QStringLiteral("parameters"), toJson(preset.parameters)}};
    if (!preset.device.empty())
        object.insert(QStringLiteral("device"), QString::fromStdString(preset.device));
    return QJsonDocument(object).toJson();
}

void savePreset(const Preset &preset, const std::string &path)
{
    writeFileWhole(path, presetJson(preset));
}

std::vector<Preset> builtInPresets(const ExperimentList &known)
{
    std::vector<Preset> presets;
    const QDir folder(QStringLiteral(":/presets"));
    for (const QString &name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        Preset preset = readPreset(file.readAll(), name.toStdString(), known);
        preset.name = name.chopped(5).toStdString();
        presets.push_back(std::move(preset));
    }
    return presets;
}

} // namespace streamscope
