// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"

#include <optional>

namespace streamscope {

class TimelineState;
class Workspace;

/// The selected range of the trace in front, in its own time, also where a comparison lies over it; empty where no
/// trace is in front or nothing is selected.
std::optional<TimeRange> selectedTraceRange(const Workspace &workspace, const TimelineState &timeline);

} // namespace streamscope
