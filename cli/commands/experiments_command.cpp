// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/parameter_line.h"
#include "cli/common/terminal_text.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/preset.h"
#include "engine/formats/files/published_example.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"

#include <QJsonArray>

#include <algorithm>

namespace streamscope {

namespace {

QJsonObject experimentJson(const Experiment &experiment)
{
    QJsonArray parameters;
    const Parameters defaults = experiment.defaults();
    for (const ParameterSpec &spec : defaults.specs())
        parameters.append(toJson(spec));
    return {{QStringLiteral("id"), QString::fromStdString(experiment.id())},
            {QStringLiteral("title"), QString::fromStdString(experiment.title())},
            {QStringLiteral("summary"), QString::fromStdString(experiment.summary())},
            {QStringLiteral("explanation"), QString::fromStdString(experiment.explanation())},
            {QStringLiteral("parameters"), parameters}};
}

QJsonObject presetJsonEntry(const Preset &preset)
{
    return {{QStringLiteral("name"), QString::fromStdString(preset.name)},
            {QStringLiteral("experiment"), QString::fromStdString(preset.experiment->id())},
            {QStringLiteral("title"), QString::fromStdString(preset.title)},
            {QStringLiteral("description"), QString::fromStdString(preset.description)},
            {QStringLiteral("device"), preset.device.empty() ? QJsonValue() : QString::fromStdString(preset.device)},
            {QStringLiteral("parameters"), toJson(preset.parameters)}};
}

QJsonObject exampleJson(const PublishedExample &example)
{
    QJsonArray presets;
    for (const std::string &name : example.presets)
        presets.append(QString::fromStdString(name));
    return {{QStringLiteral("id"), QString::fromStdString(example.id)},
            {QStringLiteral("name"), QString::fromStdString(example.name)},
            {QStringLiteral("source"), QString::fromStdString(example.source)},
            {QStringLiteral("published"), QString::fromStdString(example.published)},
            {QStringLiteral("teaches"), QString::fromStdString(example.teaches)},
            {QStringLiteral("presets"), presets}};
}

void printExample(const PublishedExample &example)
{
    std::string presets;
    for (const std::string &name : example.presets)
        presets += (presets.empty() ? "" : ", ") + name;
    printLine("  " + column(example.name, 22) + presets);
}

void printExperiment(const Experiment &experiment)
{
    printLine(experiment.id() + ": " + experiment.title());
    printLine("  " + experiment.summary());
    const Parameters defaults = experiment.defaults();
    for (const ParameterSpec &spec : defaults.specs())
        printLine("    " + parameterLine(spec));
}

class ExperimentsCommand final : public Command
{
public:
    explicit ExperimentsCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("experiments", "Show the experiments with their parameters, and the presets");
        app->add_option("WORDS", m_words, "Only those that have each of these words, such as: swimming in streams");
        app->add_flag("--json", m_json, "As JSON");
    }

    int run(const std::stop_token &) override
    {
        const Found found = find();
        if (found.experiments.empty() && found.presets.empty())
            throw InputError("no experiment, preset or published example has each of the words '" + words()
                             + "'; 'streamscope experiments' shows all of them");
        if (m_json)
            printJson(json(found));
        else
            print(found);
        return 0;
    }

private:
    struct Found
    {
        std::vector<const Experiment *> experiments;
        std::vector<PublishedExample> examples;
        std::vector<Preset> presets;
    };

    std::string words() const
    {
        std::string all;
        for (const std::string &word : m_words)
            all += (all.empty() ? "" : " ") + word;
        return all;
    }

    Found find() const
    {
        Found found;
        const std::string wanted = words();
        for (const Experiment *experiment : experiments())
            if (hasEachWord(experiment->id() + ' ' + experiment->title() + ' ' + experiment->summary(), wanted))
                found.experiments.push_back(experiment);
        for (Preset &preset : builtInPresets(experiments()))
            if (hasEachWord(wordsOf(preset), wanted))
                found.presets.push_back(std::move(preset));
        for (const PublishedExample &example : publishedExamples())
            if (std::ranges::any_of(found.presets, [&](const Preset &preset) {
                    return std::ranges::find(example.presets, preset.name) != example.presets.end();
                }))
                found.examples.push_back(example);
        return found;
    }

    static QJsonObject json(const Found &found)
    {
        QJsonArray experimentList, presetList, exampleList;
        for (const Experiment *experiment : found.experiments)
            experimentList.append(experimentJson(*experiment));
        for (const Preset &preset : found.presets)
            presetList.append(presetJsonEntry(preset));
        for (const PublishedExample &example : found.examples)
            exampleList.append(exampleJson(example));
        return {{QStringLiteral("experiments"), experimentList},
                {QStringLiteral("presets"), presetList},
                {QStringLiteral("examples"), exampleList}};
    }

    static void printHead(const std::string &head, bool isWanted, bool isAfterOthers)
    {
        if (isWanted && isAfterOthers)
            printLine();
        if (isWanted)
            printLine(head);
    }

    static void print(const Found &found)
    {
        for (const Experiment *experiment : found.experiments)
            printExperiment(*experiment);
        printHead("published examples:", !found.examples.empty(), !found.experiments.empty());
        for (const PublishedExample &example : found.examples)
            printExample(example);
        printHead("presets:", !found.presets.empty(), !found.experiments.empty() || !found.examples.empty());
        for (const Preset &preset : found.presets)
            printLine("  " + column(preset.name, 22) + preset.title
                      + (preset.device.empty() ? "" : " (" + preset.device + ")"));
    }

    std::vector<std::string> m_words;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeExperimentsCommand(CLI::App &parent)
{
    return std::make_unique<ExperimentsCommand>(parent);
}

} // namespace streamscope
