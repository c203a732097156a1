// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/hazards.h"
#include "engine/run/run_job.h"
#include "engine/timeline/time_range.h"
#include "gui/timeline/lane_arrangement.h"

#include <QByteArray>
#include <QImage>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

enum class ImageFormat { Png, Svg, Pdf };

struct ImageOptions
{
    double width = 1400;         ///< device-independent pixels; the height follows the lanes
    double devicePixelRatio = 2; ///< of a PNG
    bool dark = false;           ///< prints and papers are light
    /// Only this part of the run, nanoseconds; the caption says so. The lanes are all there.
    std::optional<TimeRange> range = std::nullopt;
    LaneArrangement lanes = {}; ///< pictures show what is folded and hidden as the window does
};

/// What a picture shows, and what its caption says: a title and, under it, lines of facts that are parted by dots.
struct PictureSource
{
    QString title;
    std::vector<std::vector<QString>> facts;
    std::shared_ptr<const Recording> recording;
    std::vector<Race> races = {}; ///< operations are indices into the recording's timeline
};

/// A picture of any recording: a comparison, an imported trace. As timelineImage() otherwise.
QByteArray recordingImage(const PictureSource &source, ImageFormat format, const ImageOptions &options = {});

/// The whole run as a picture: caption, ruler, lanes, legend, always in the embedded font, so that it looks alike on
/// every machine. Needs a QGuiApplication (the offscreen platform will do).
QByteArray timelineImage(const RunResult &result, ImageFormat format, const ImageOptions &options = {});

/// The PNG's picture before it is packed, for the clipboard.
QImage timelineBitmap(const RunResult &result, const ImageOptions &options = {});

/// Writes a picture whole or not at all; the suffix (.png .svg .pdf) chooses the format.
/// @throws InputError for another suffix, RunError when it cannot be written.
void writeTimelineImage(const RunResult &result, const std::string &path, const ImageOptions &options = {});

/// The format for this path. @throws InputError naming what is allowed.
ImageFormat imageFormatOf(const std::string &path);

} // namespace streamscope
