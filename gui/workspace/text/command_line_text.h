// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"

#include <QString>

namespace streamscope {

/// The command that runs `preset`: `streamscope run large-pipeline --set streams=8`. `builtIn` is the built-in preset
/// that `preset` started from; when null, the command names the experiment and the values that differ from its
/// defaults.
QString commandLineText(const Preset &preset, const Preset *builtIn);
/// What stands behind `run` there: target, values and device. Other subcommands take the same.
QString targetText(const Preset &preset, const Preset *builtIn);

/// `text` as one word of a POSIX shell.
QString shellQuoted(const QString &text);

} // namespace streamscope
