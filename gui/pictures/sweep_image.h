// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"
#include "gui/pictures/sweep_picture.h"
#include "gui/pictures/timeline_image.h"

#include <QByteArray>

#include <string>

namespace streamscope {

/// Checks before the sweep that its picture can be written to `path`.
/// @throws InputError for another suffix than .png, .svg or .pdf, and for more than two varied parameters.
void requireSweepImage(const std::string &path, const std::vector<SweepAxis> &axes);

/// The picture of a sweep as a file's bytes, with a caption, in the embedded font. One or two parameters are varied.
/// Needs a QGuiApplication. @throws RunError when it is too large.
QByteArray sweepImage(const SweepTable &table, ImageFormat format, SweepFigure figure = SweepFigure::Makespan);

} // namespace streamscope
