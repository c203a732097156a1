// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/record/recorded_command.h"

#include "engine/program/errors.h"
#include "engine/run/record/command_words.h"
#include "gui/timeline/text/translation.h"
#include "gui/workspace/text/path_text.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace streamscope {

namespace {

const QString commandKey = QStringLiteral("command"), folderKey = QStringLiteral("folder"),
              variablesKey = QStringLiteral("variables"), outputKey = QStringLiteral("output"),
              delayKey = QStringLiteral("delay_ms"), durationKey = QStringLiteral("duration_ms"),
              stepsKey = QStringLiteral("steps"), waitsKey = QStringLiteral("waits"), apisKey = QStringLiteral("apis"),
              nodesKey = QStringLiteral("graph_nodes");

QString stepsText(const std::optional<RecordOptions::Steps> &steps)
{
    return steps ? QStringLiteral("%1:%2").arg(steps->first).arg(steps->last) : QString();
}

/// @throws InputError naming the line.
std::pair<std::string, std::string> variableOf(const QString &line)
{
    const qsizetype end = line.indexOf(QLatin1Char('='));
    if (end < 1 || line.left(end).contains(QLatin1Char(' ')))
        throw InputError(tr("“%1” is no variable: write NAME=value").arg(line).toStdString());
    return {pathOf(line.left(end)), pathOf(line.mid(end + 1))};
}

} // namespace

QByteArray RecordedCommand::toJson() const
{
    return QJsonDocument(QJsonObject{{commandKey, command},
                                     {folderKey, folder},
                                     {variablesKey, variables},
                                     {outputKey, output},
                                     {delayKey, static_cast<qint64>(options.delayMs)},
                                     {durationKey, static_cast<qint64>(options.durationMs)},
                                     {stepsKey, stepsText(options.steps)},
                                     {waitsKey, options.waits},
                                     {apisKey, options.apis},
                                     {nodesKey, options.graphNodes}})
        .toJson(QJsonDocument::Compact);
}

RecordedCommand RecordedCommand::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    RecordedCommand read;
    read.command = object[commandKey].toString();
    read.folder = object[folderKey].toString();
    read.variables = object[variablesKey].toString();
    read.output = object[outputKey].toString();
    read.options.delayMs = std::max<qint64>(0, object[delayKey].toInteger());
    read.options.durationMs = std::max<qint64>(0, object[durationKey].toInteger());
    try {
        if (const QString steps = object[stepsKey].toString(); !steps.isEmpty())
            read.options.steps = recordSteps(steps.toStdString());
    } catch (const InputError &) {
        // A file that somebody edited.
    }
    read.options.waits = object[waitsKey].toBool();
    read.options.apis = object[apisKey].toBool(true);
    read.options.graphNodes = object[nodesKey].toBool(true);
    return read;
}

RecordedCommand::Parsed RecordedCommand::parsed() const
{
    const CommandWords words = splitCommand(pathOf(command));
    if (words.words.empty())
        throw InputError(tr("Say which program to record, such as: python train.py").toStdString());
    Parsed parsed;
    for (const std::string &word : words.words)
        parsed.arguments << pathText(word);
    parsed.program = parsed.arguments.takeFirst();
    if (parsed.program.isEmpty())
        throw InputError(tr("The name of the program is empty").toStdString());
    for (const QString &line : variables.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (!line.trimmed().isEmpty())
            parsed.variables.push_back(variableOf(line.trimmed()));
    parsed.variables.insert(parsed.variables.end(), words.variables.begin(), words.variables.end());
    parsed.shellSign = words.shellSign;
    if (!QFileInfo(folder).isDir())
        throw InputError(tr("There is no folder “%1” to start the program in").arg(folder).toStdString());
    return parsed;
}

QString RecordedCommand::title() const
{
    try {
        const CommandWords words = splitCommand(pathOf(command));
        for (const std::string &word : words.words)
            if (word.ends_with(".py") || word.ends_with(".sh"))
                return QFileInfo(pathText(word)).fileName();
        return words.words.empty() ? QString() : QFileInfo(pathText(words.words.front())).fileName();
    } catch (const InputError &) {
        return command;
    }
}

} // namespace streamscope
