// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/published_example.h"

#include "engine/formats/text/json_object.h"
#include "engine/program/errors.h"
#include "engine/program/text/translatable.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>

#include <algorithm>

namespace streamscope {

namespace {

std::vector<std::string> namesIn(const JsonObject &file, const char *key)
{
    const QJsonValue value = file.value(key);
    std::vector<std::string> names;
    for (const QJsonValue name : value.toArray()) {
        if (!name.isString())
            file.refuse(key, jsonValueText(name), QT_TRANSLATE_NOOP("engine", "names of presets"));
        names.push_back(name.toString().toStdString());
    }
    if (names.empty())
        file.refuse(key, jsonValueText(value), QT_TRANSLATE_NOOP("engine", "a list of one or more names of presets"));
    return names;
}

std::vector<PublishedExample> builtInExamples()
{
    std::vector<PublishedExample> examples;
    const QDir folder(QStringLiteral(":/examples"));
    for (const QString &name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        examples.push_back(readPublishedExample(file.readAll(), name.toStdString()));
        examples.back().id = name.chopped(5).toStdString();
    }
    std::ranges::stable_sort(examples, {}, &PublishedExample::order);
    return examples;
}

} // namespace

PublishedExample readPublishedExample(const QByteArray &json, const std::string &source)
{
    const JsonObject file = JsonObject::parse(json, source);
    file.requireFormat("streamscope-example", 1);
    PublishedExample example;
    example.id = source;
    example.name = file.text("name");
    example.order = static_cast<int>(file.integer("order", 1, 1000));
    example.source = file.text("source");
    example.published = file.text("published");
    example.teaches = file.text("teaches");
    example.presets = namesIn(file, "presets");
    file.requireNothingElse();
    return example;
}

const std::vector<PublishedExample> &publishedExamples()
{
    static const std::vector<PublishedExample> examples = builtInExamples();
    return examples;
}

bool hasEachWord(std::string_view text, std::string_view words)
{
    const QString all = jsonText(text);
    const QStringList wanted = jsonText(words).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::ranges::all_of(wanted, [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

std::string wordsOf(const Preset &preset)
{
    std::string words = preset.name + ' ' + preset.title + ' ' + preset.description + ' ' + preset.experiment->id();
    for (const PublishedExample &example : publishedExamples())
        if (std::ranges::find(example.presets, preset.name) != example.presets.end())
            words += ' ' + example.name + ' ' + example.id;
    return words;
}

} // namespace streamscope
