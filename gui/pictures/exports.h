// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"
#include "gui/pictures/timeline_image.h"

#include <string>

namespace streamscope {

/// True for .png, .svg and .pdf.
bool isPicturePath(const std::string &path);

/// Writes a file, completely or not at all. The suffix chooses the format: a picture (.png .svg .pdf), the blocks
/// (.blocks.csv), the operations (.csv), of a range those that execute in it, each as it ran, a trace (.trace.json) or
/// the report (.json). May be called on any thread.
/// @throws InputError for another suffix, RunError when it cannot be written.
void exportResult(const RunResult &result, const std::string &path, const ImageOptions &options = {});

/// Writes a picture of the shown content, otherwise as exportResult().
void exportPicture(const PictureSource &source, const std::string &path, const ImageOptions &options = {});

} // namespace streamscope
