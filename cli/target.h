// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/preset.h"

#include <string>

namespace streamscope {

/// What the word after `run` or `sweep` means: a preset or program file, a built-in preset, or an experiment with its
/// defaults.
/// @throws InputError that names what there is.
Preset findTarget(const std::string &name);

/// `name=value` of --set.
/// @throws InputError naming the parameter, the value and what is allowed.
void applySetting(Parameters &parameters, const std::string &setting);

} // namespace streamscope
