// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/preset.h"
#include "engine/program/errors.h"

#include <memory>
#include <string>

namespace streamscope {

/// What a command is to run.
struct Target
{
    Preset preset;
    std::string file; ///< where it was read from; empty for what is built in

    /// The device of --device, or the preset's own where that is empty. What is wrong with the latter names the file.
    std::unique_ptr<Executor> open(const std::string &device) const;

    /// Does what concerns the target's content: an error of it begins with the name of its file.
    template <typename Action>
    auto namingFile(const Action &action) const
    {
        try {
            return action();
        } catch (const InputError &error) {
            throw InputError(withFile(error.what()));
        } catch (const RunError &error) {
            throw RunError(withFile(error.what()));
        }
    }

private:
    std::string withFile(const std::string &message) const;
};

/// What the word after `run` or `sweep` means: a preset or program file, a built-in preset, or an experiment with its
/// defaults.
/// @throws InputError that names what there is.
Target findTarget(const std::string &name);

/// `name=value` of --set.
/// @throws InputError naming the parameter, the value and what is allowed.
void applySetting(Parameters &parameters, const std::string &setting);

} // namespace streamscope
