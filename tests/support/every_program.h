// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"
#include "engine/formats/files/preset.h"
#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/what_if/what_if.h"
#include "experiments/registry.h"

#include <string>
#include <utility>
#include <vector>

// Everything that the library has to write down: what is added to it is in here by itself.

namespace streamscope::test {

struct NamedProgram
{
    std::string name;
    Program program;
};

/// The presets, and the experiments with their defaults.
inline std::vector<Preset> everyPreset()
{
    std::vector<Preset> all = builtInPresets(experiments());
    for (const Experiment *experiment : experiments()) {
        Preset preset;
        preset.name = experiment->id() + " as it is";
        preset.experiment = experiment;
        preset.parameters = experiment->defaults();
        all.push_back(std::move(preset));
    }
    return all;
}

inline std::vector<NamedProgram> everyProgram()
{
    std::vector<NamedProgram> all;
    for (const Preset &preset : everyPreset())
        all.push_back({preset.name, buildProgram(*preset.experiment, preset.parameters)});
    return all;
}

/// `what` after each change of the library with its defaults that can be applied to it and finds something to do.
inline std::vector<NamedProgram> changedPrograms(const NamedProgram &what)
{
    const WhatIfBase base = whatIfBase(what.program, openDevice("sim:h200")->device(), what.name, {});
    std::vector<NamedProgram> all;
    for (const Change *change : changes()) {
        try {
            const WhatIf result = whatIf(base, {parseChange(change->id())});
            if (result.changes.front().touched > 0)
                all.push_back({what.name + " " + change->id(), *result.program});
        } catch (const InputError &) { // it needs a value, or does not fit
        }
    }
    return all;
}

} // namespace streamscope::test
