// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/order/hazards.h"
#include "engine/run/compared_runs.h"
#include "engine/run/run_job.h"
#include "engine/timeline/ranges/time_range.h"
#include "gui/timeline/marks/path_marks.h"
#include "gui/timeline/model/lane_arrangement.h"
#include "gui/timeline/scene/timeline_geometry.h"

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
    bool dark = false;           ///< default light, for prints and papers
    /// Shows only this part of the run, in nanoseconds, with a note in the caption. All lanes are shown.
    std::optional<TimeRange> range = std::nullopt;
    LaneArrangement lanes = {};          ///< lanes are folded and hidden as in the window
    bool blockLanes = true;              ///< those of the SMs, where blocks were recorded
    ShownPaths paths = ShownPaths::None; ///< framed, and named in the caption
    KernelColouring colouring = KernelColouring::Name;
    /// Of the window, so that the picture has the same: see NameColours.
    NameColours::Tags kernelTags = {};
};

/// The content of a picture and its caption: a title and lines of facts separated by dots.
struct PictureSource
{
    QString title;
    std::vector<std::vector<QString>> facts;
    std::shared_ptr<const Recording> recording;
    std::vector<Race> races = {}; ///< operations are indices into the recording's timeline
    RunOrigin origin = RunOrigin::Measured;
    /// A prediction of the same operations, drawn as dashed outlines over the recording; may be null.
    std::shared_ptr<const Recording> prediction = nullptr;
    /// Two runs on one axis, instead of `recording`. The caption names each side.
    std::shared_ptr<const ComparedRuns> compared = nullptr;
    std::shared_ptr<const Program> program = nullptr; ///< of `recording`, for its critical path; may be null
};

/// The picture that timelineImage() draws of a run.
PictureSource pictureOf(const std::shared_ptr<const RunResult> &result);

/// A picture of any timeline: a comparison, a prediction. Otherwise as timelineImage(). A stop request is seen before
/// the lanes are laid out, before they are painted and before they are packed. @throws Cancelled.
QByteArray recordingImage(const PictureSource &source, ImageFormat format, const ImageOptions &options = {},
                          const RunControl &control = {});
QImage recordingBitmap(const PictureSource &source, const ImageOptions &options = {});

/// The layout of a picture.
struct PictureLayout
{
    TimelineScene scene;
    QPointF origin; ///< of the scene in the picture
    QSizeF size;    ///< of the picture, device-independent pixels
};
/// The geometry that every format of this picture is painted from; `devicePixelRatio` is 1 for SVG and PDF.
PictureLayout pictureLayout(const PictureSource &source, const ImageOptions &options, double devicePixelRatio = 1);

/// The whole run as a picture: caption, ruler, lanes, legend, in the embedded font, so that it looks the same on every
/// machine. Needs a QGuiApplication (the offscreen platform suffices).
QByteArray timelineImage(const RunResult &result, ImageFormat format, const ImageOptions &options = {},
                         const RunControl &control = {});

/// The PNG's image before compression, for the clipboard.
QImage timelineBitmap(const RunResult &result, const ImageOptions &options = {});

/// Writes a picture completely or not at all; the suffix (.png .svg .pdf) chooses the format.
/// @throws InputError for another suffix, RunError when it cannot be written.
void writeTimelineImage(const RunResult &result, const std::string &path, const ImageOptions &options = {});

/// The format for this path; empty for a path of no picture.
std::optional<ImageFormat> pictureFormat(const std::string &path);
/// The same. @throws InputError naming what is allowed.
ImageFormat imageFormatOf(const std::string &path);

} // namespace streamscope
