// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/parameter_line.h"
#include "cli/common/terminal_text.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/preset.h"
#include "experiments/registry.h"

#include <QJsonArray>

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
        app->add_flag("--json", m_json, "As JSON");
    }

    int run(const std::stop_token &) override
    {
        const std::vector<Preset> presets = builtInPresets(experiments());
        if (m_json) {
            QJsonArray experimentList, presetList;
            for (const Experiment *experiment : experiments())
                experimentList.append(experimentJson(*experiment));
            for (const Preset &preset : presets)
                presetList.append(presetJsonEntry(preset));
            printJson({{QStringLiteral("experiments"), experimentList}, {QStringLiteral("presets"), presetList}});
            return 0;
        }
        for (const Experiment *experiment : experiments())
            printExperiment(*experiment);
        printLine();
        printLine("presets:");
        for (const Preset &preset : presets)
            printLine("  " + column(preset.name, 22) + preset.title
                      + (preset.device.empty() ? "" : " (" + preset.device + ")"));
        return 0;
    }

private:
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeExperimentsCommand(CLI::App &parent)
{
    return std::make_unique<ExperimentsCommand>(parent);
}

} // namespace streamscope
