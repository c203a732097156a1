// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// The streams of the Timeline with copies between host and device, by when their first copies began: an engine serves
/// the channels of streams in turn, and a trace shows in which turn. `isWithin`: the steps that count.
std::vector<std::int32_t> copyStreams(const Timeline &timeline, const std::vector<TraceStep> &steps,
                                      const std::function<bool(const TraceStep &)> &isWithin);

} // namespace streamscope
