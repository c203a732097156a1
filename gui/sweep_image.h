// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/sweep_table.h"
#include "gui/sweep_picture.h"

#include <string>

namespace streamscope {

/// Checks before the sweep that it can be drawn into `path`.
/// @throws InputError for another suffix than .png, .svg or .pdf, and for more than two varied parameters.
void requireSweepImage(const std::string &path, const std::vector<SweepAxis> &axes);

/// Writes the picture of a sweep whole or not at all, with a caption that says what was run, in the embedded font.
/// Needs a QGuiApplication.
/// @throws as requireSweepImage(), and RunError when it cannot be written.
void writeSweepImage(const SweepTable &table, const std::string &path, SweepFigure figure = SweepFigure::Makespan);

} // namespace streamscope
