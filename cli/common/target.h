// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/files/preset.h"
#include "engine/program/errors.h"

#include <cstdint>
#include <memory>
#include <string>

namespace streamscope {

/// Resolves the word after `run` or `sweep`: a preset or program file, a built-in preset, or an experiment with its
/// defaults.
/// @throws InputError that lists the known names.
Preset findTarget(const std::string &name, std::uint64_t memoryLimit);
/// True when `name` means a file: it looks like a path, or a file of this name exists and nothing built in has it. So a
/// program that was compiled as `launch-cost` does not hide the preset; `./launch-cost` is the file.
bool isFileTarget(const std::string &name);

/// The device of --device, or else the preset's; an error in the preset's device names the preset's file.
std::unique_ptr<Executor> openDeviceFor(const Preset &preset, const std::string &option);

/// Runs `action` and puts the preset's file name in front of its error messages, if there is a file.
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

} // namespace streamscope
