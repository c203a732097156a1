// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QString>

#include <optional>

class QPainter;

namespace streamscope {

/// Paints the predicted places of the operations of `scene`: dashed outlines in the lanes of their bars. `predicted`
/// has the same operations as `content`. The host's calls and bars merged into one pixel have none.
void paintPrediction(QPainter &painter, const TimelineScene &scene, const Timeline &predicted,
                     const TimelineTheme &theme);

/// How operation `span` differs from its prediction: "0.61 ms (ran 2.1 % longer)". Empty when it was not predicted.
QString predictionText(const Timeline &timeline, const Timeline *predicted, std::uint32_t span);

} // namespace streamscope
