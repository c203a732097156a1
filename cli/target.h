// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/preset.h"
#include "engine/program/errors.h"

#include <cstdint>
#include <memory>
#include <string>

namespace streamscope {

/// What the word after `run` or `sweep` means: a preset or program file, a built-in preset, or an experiment with its
/// defaults.
/// @throws InputError that names what there is.
Preset findTarget(const std::string &name, std::uint64_t memoryLimit);
/// True where `name` means a file: it looks like a path, or there is one of this name.
bool isFileTarget(const std::string &name);

/// The device that --device asks for, or that of the preset; what is wrong with the latter is the file's mistake.
std::unique_ptr<Executor> openDeviceFor(const Preset &preset, const std::string &option);

/// Runs `action`; what it says goes on behind the file that asked for it. Without a file it stays as it is.
template <typename Action>
auto namingFile(const std::string &file, Action action)
{
    const auto named = [&file](const std::exception &error) {
        const std::string text = error.what();
        return file.empty() || text.starts_with(file) ? text : file + ": " + text;
    };
    try {
        return action();
    } catch (const InputError &error) {
        throw InputError(named(error));
    } catch (const RunError &error) {
        throw RunError(named(error));
    }
}

/// `name=value` of --set.
/// @throws InputError naming the parameter, the value and what is allowed.
void applySetting(Parameters &parameters, const std::string &setting);

} // namespace streamscope
