// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/lanes/content_lane.h"

namespace streamscope {

/// The lanes of a content in drawing order, kind by kind. In a comparison each lane of B is below the corresponding
/// lane of A. Large runs are shared among the cores.
ContentLanes lanesOf(const TimelineContent &content);

} // namespace streamscope
