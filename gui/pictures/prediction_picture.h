// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/prediction.h"
#include "gui/pictures/timeline_image.h"

#include <QString>

#include <memory>
#include <vector>

namespace streamscope {

/// A picture of a prediction, drawn as outlines and labelled as a prediction.
PictureSource predictionPicture(const std::shared_ptr<const Prediction> &prediction);

/// "predicted 6.02 ms", and by which model: for the caption of a measurement under whose bars the prediction lies.
std::vector<QString> predictionFacts(const Prediction &prediction);

} // namespace streamscope
