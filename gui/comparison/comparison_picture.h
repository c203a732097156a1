// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/pictures/timeline_image.h"

#include <memory>

namespace streamscope {

/// A picture of both runs on one axis; the caption names both runs and their differences.
PictureSource comparisonPicture(const std::shared_ptr<const ComparedRuns> &compared);

} // namespace streamscope
