// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/target.h"

#include "engine/run/devices.h"
#include "experiments/registry.h"

namespace streamscope {

bool isFileTarget(const std::string &name)
{
    return name.ends_with(".json") || name.find('/') != std::string::npos || fileExists(name);
}

Preset findTarget(const std::string &name, std::uint64_t memoryLimit)
{
    if (isFileTarget(name))
        return loadPreset(name, experiments(), memoryLimit);
    std::string presetNames;
    for (Preset &preset : builtInPresets(experiments())) {
        if (preset.name == name)
            return std::move(preset);
        presetNames += (presetNames.empty() ? "" : ", ") + preset.name;
    }
    if (const Experiment *experiment = findExperiment(name)) {
        Preset preset;
        preset.name = name;
        preset.experiment = experiment;
        preset.parameters = experiment->defaults();
        return preset;
    }
    std::string ids;
    for (const Experiment *experiment : experiments())
        ids += (ids.empty() ? "" : ", ") + experiment->id();
    throw InputError("unknown preset or experiment '" + name + "'; experiments: " + ids + "; presets: " + presetNames
                     + "; or a preset file or a program file");
}

std::unique_ptr<Executor> openDeviceFor(const Preset &preset, const std::string &option)
{
    if (!option.empty())
        return openDevice(option);
    return namingFile(preset.device.empty() ? std::string() : preset.file, [&] { return openDevice(preset.device); });
}

} // namespace streamscope
