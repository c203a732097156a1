// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/recovery_file.h"

#include "engine/formats/text/json_object.h"
#include "gui/workspace/preset_document.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace streamscope {

namespace {

constexpr const char *formatName = "streamscope-recovery";
constexpr int formatVersion = 1;

QJsonObject documentJson(const KeptDocument &kept)
{
    QJsonObject object{{QStringLiteral("title"), kept.title},
                       {QStringLiteral("name"), QString::fromStdString(kept.preset.name)},
                       {QStringLiteral("path"), kept.path},
                       {QStringLiteral("front"), kept.isFront},
                       {QStringLiteral("content"), QJsonDocument::fromJson(presetJson(kept.preset)).object()}};
    if (!kept.unsoundRows.isEmpty())
        object.insert(QStringLiteral("unsound"), QJsonDocument::fromJson(kept.unsoundRows).object());
    return object;
}

/// An object within the file, as the file of its own that it would be.
QByteArray fileWithin(const JsonObject &object, const char *key)
{
    if (!object.value(key).isObject())
        object.refuse(key, jsonValueText(object.value(key)), "an object");
    return QJsonDocument(object.value(key).toObject()).toJson();
}

KeptDocument readDocument(const JsonObject &object, const ExperimentList &known)
{
    KeptDocument kept;
    kept.preset = readPreset(fileWithin(object, "content"), object.at("content"), known);
    kept.preset.name = object.text("name");
    kept.title = QString::fromStdString(object.text("title"));
    kept.path = QString::fromStdString(object.text("path"));
    kept.isFront = object.flag("front");
    if (object.has("unsound"))
        kept.unsoundRows = fileWithin(object, "unsound");
    object.requireNothingElse();
    return kept;
}

} // namespace

KeptWork keptWork(const std::vector<PresetDocument *> &unsaved, const PresetDocument *front)
{
    KeptWork work;
    work.when = QDateTime::currentDateTimeUtc();
    for (const PresetDocument *document : unsaved)
        work.documents.push_back({document->preset(), document->path(), document->displayName(),
                                  document->unsoundRows(), document == front});
    return work;
}

QByteArray keptWorkJson(const KeptWork &work)
{
    QJsonArray documents;
    for (const KeptDocument &kept : work.documents)
        documents.append(documentJson(kept));
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), QLatin1String(formatName)},
                                     {QStringLiteral("version"), formatVersion},
                                     {QStringLiteral("when"), work.when.toString(Qt::ISODate)},
                                     {QStringLiteral("documents"), documents}})
        .toJson();
}

KeptWork readKeptWork(const QByteArray &json, const std::string &source, const ExperimentList &known)
{
    const JsonObject file = JsonObject::parse(json, source);
    file.requireFormat(formatName, formatVersion);
    KeptWork work;
    work.when = QDateTime::fromString(QString::fromStdString(file.text("when")), Qt::ISODate);
    if (!work.when.isValid())
        file.refuse("when", jsonValueText(file.value("when")), "a time as 2026-01-31T12:00:00Z");
    for (const JsonObject &object : file.objects("documents"))
        work.documents.push_back(readDocument(object, known));
    if (work.documents.empty())
        file.refuse("documents", "an empty list", "one document at least");
    file.requireNothingElse();
    return work;
}

} // namespace streamscope
