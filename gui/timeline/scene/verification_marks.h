// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QString>

class QPainter;

namespace streamscope {

/// Marks the bars of device operations by the verification state of their lane: a broken line along the upper edge of
/// every bar, and, for wrong data, stripes across bars that are wide enough. Paints nothing for verified lanes.
void paintVerification(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme);

/// One sample of it inside `rect`, for the legend.
void paintVerificationSample(QPainter &painter, const QRectF &rect, VerificationState verification,
                             const TimelineTheme &theme);

/// The sign in front of the kind's sign on bars: "✗", "?", or empty.
QString verificationSign(VerificationState verification);
/// For the legend.
QString verificationTitle(VerificationState verification);

} // namespace streamscope
