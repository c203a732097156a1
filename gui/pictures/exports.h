// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/output_file.h"
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
/// `control` gets progress where operations or blocks are written, and a stop request ends it soon.
/// @throws Cancelled: an old file of this name is unchanged then.
void exportResult(const RunResult &result, const std::string &path, const ImageOptions &options = {},
                  const RunControl &control = {});

/// The same into `file`, which the caller commits, in the format of `suffix` (".csv"). `file` packs it where it is to
/// be packed.
void writeExport(const RunResult &result, const std::string &suffix, OutputFile &file, const ImageOptions &options,
                 const RunControl &control);

/// Writes a picture of the shown content, otherwise as exportResult().
void exportPicture(const PictureSource &source, const std::string &path, const ImageOptions &options = {},
                   const RunControl &control = {});

} // namespace streamscope
