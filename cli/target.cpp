// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/target.h"

#include "engine/run/devices.h"
#include "experiments/registry.h"

#include <QFileInfo>

namespace streamscope {

std::unique_ptr<Executor> Target::open(const std::string &device) const
{
    return device.empty() ? namingFile([this] { return openDevice(preset.device); }) : openDevice(device);
}

std::string Target::withFile(const std::string &message) const
{
    return file.empty() || message.starts_with(file) ? message : file + ": " + message;
}

Target findTarget(const std::string &name)
{
    const bool looksLikeFile = name.ends_with(".json") || name.find('/') != std::string::npos;
    if (looksLikeFile || QFileInfo(QString::fromStdString(name)).isFile())
        return {loadPreset(name, experiments()), name};
    std::string presetNames;
    for (Preset &preset : builtInPresets(experiments())) {
        if (preset.name == name)
            return {std::move(preset), {}};
        presetNames += (presetNames.empty() ? "" : ", ") + preset.name;
    }
    if (const Experiment *experiment = findExperiment(name)) {
        Preset preset;
        preset.name = name;
        preset.experiment = experiment;
        preset.parameters = experiment->defaults();
        return {std::move(preset), {}};
    }
    std::string ids;
    for (const Experiment *experiment : experiments())
        ids += (ids.empty() ? "" : ", ") + experiment->id();
    throw InputError("unknown preset or experiment '" + name + "'; experiments: " + ids + "; presets: " + presetNames
                     + "; or a preset file or a program file");
}

void applySetting(Parameters &parameters, const std::string &setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
        throw InputError("--set '" + setting + "' is not name=value");
    parameters.setText(setting.substr(0, equals), setting.substr(equals + 1));
}

} // namespace streamscope
