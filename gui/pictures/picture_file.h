// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/pictures/timeline_image.h"

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <functional>

class QPainter;

namespace streamscope {

/// A picture that can be painted on any device, with title and description for its file.
struct PaintedPicture
{
    QSizeF size; ///< device-independent pixels
    QString title, description;
    std::function<void(QPainter &)> paint;
};

/// The picture that recordingImage() makes a file of, for painting into a document.
PaintedPicture paintedRecording(const PictureSource &source, const ImageOptions &options = {});

/// The picture in memory; title and description become texts of the image. @throws RunError when it is too large.
QImage pictureBitmap(const PaintedPicture &picture, double devicePixelRatio);
/// The picture as a file's bytes. A PNG has `devicePixelRatio` pixels for each of ours. @throws RunError.
QByteArray pictureBytes(const PaintedPicture &picture, ImageFormat format, double devicePixelRatio);

} // namespace streamscope
