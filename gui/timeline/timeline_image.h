// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"
#include "engine/timeline/time_range.h"

#include <QByteArray>
#include <QImage>

#include <optional>
#include <string>

namespace streamscope {

enum class ImageFormat { Png, Svg, Pdf };

struct ImageOptions
{
    double width = 1400;                 ///< device-independent pixels; the height follows the lanes
    double devicePixelRatio = 2;         ///< of a PNG
    bool dark = false;                   ///< prints and papers are light
    std::optional<TimeRange> range = {}; ///< what the picture shows; from the first to the last operation when empty
};

/// The whole run as a picture: caption, ruler, lanes, legend, always in the embedded font, so that it looks alike on
/// every machine. Needs a QGuiApplication (the offscreen platform will do).
QByteArray timelineImage(const RunResult &result, ImageFormat format, const ImageOptions &options = {});

/// The PNG's picture before it is packed, for the clipboard.
QImage timelineBitmap(const RunResult &result, const ImageOptions &options = {});

/// Writes a picture whole or not at all; the suffix (.png .svg .pdf) chooses the format.
/// @throws InputError for another suffix, RunError when it cannot be written.
void writeTimelineImage(const RunResult &result, const std::string &path, const std::optional<TimeRange> &range = {});

/// The format for this path. @throws InputError naming what is allowed.
ImageFormat imageFormatOf(const std::string &path);

} // namespace streamscope
