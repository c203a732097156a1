// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/input_file.h"
#include "engine/program/run_source.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace streamscope {

/// A saved choice of experiment, device and knobs (file format `streamscope-preset`, version 1).
struct Preset
{
    std::string name;     ///< of a built-in preset: its file's base name; otherwise the path
    std::string file;     ///< the path it was read from; empty for a built-in preset
    RunSource experiment; ///< one of the known experiments, or the Program of a program file
    std::string title;
    std::string description;
    std::string device; ///< device id; empty = the default device
    Parameters parameters;
};

using ExperimentList = std::vector<const Experiment *>;

/// Reads a preset, or a program file as the preset of an experiment without knobs of its own. The file's "format" tells
/// which of the two it is. `source` names the file in messages.
/// @throws InputError with file, place (line and column for broken JSON, the key otherwise), the value and what is
///         allowed. Unknown keys are errors: nothing is guessed.
Preset readPreset(const QByteArray &json, const std::string &source, const ExperimentList &known);
/// The same from a file; see readDocument() for `memoryLimit`. @throws InputError also when it cannot be read.
Preset loadPreset(const std::string &path, const ExperimentList &known, std::uint64_t memoryLimit = 0);
Preset loadPreset(const InputFile &file, const ExperimentList &known, std::uint64_t memoryLimit = 0);

/// The preset as JSON for readPreset(). The preset of a Program becomes a program file.
QByteArray presetJson(const Preset &preset);
/// Writes the preset completely or not at all. @throws RunError when the file cannot be written.
void savePreset(const Preset &preset, const std::string &path);

/// The presets that are built into the program (resources/presets), sorted by name. The tests read all of them, so a
/// broken one fails the build.
std::vector<Preset> builtInPresets(const ExperimentList &known);

} // namespace streamscope
