// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/target.h"

#include "engine/run/devices.h"
#include "experiments/registry.h"

#include <algorithm>

namespace streamscope {

namespace {

bool isBuiltIn(const std::string &name)
{
    const auto hasName = [&](const Preset &preset) { return preset.name == name; };
    return findExperiment(name) != nullptr || std::ranges::any_of(builtInPresets(experiments()), hasName);
}

} // namespace

bool isFileTarget(const std::string &name)
{
    const bool looksLikePath = name.ends_with(".json") || name.find('/') != std::string::npos;
    return looksLikePath || (fileExists(name) && !isBuiltIn(name));
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
