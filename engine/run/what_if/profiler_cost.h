// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/what_if/replayed_run.h"

#include <optional>

namespace streamscope {

/// What PyTorch's profiler adds to each call that it records, in nanoseconds: on an H200 machine 2,000 launches took
/// 14.7 ms without it and 20.8 ms with it.
inline constexpr double kinetoCallNs = 3030;

/// `program`, which came of the replay, as it would run without the profiler that recorded the trace; empty where what
/// that costs is not known. Calls get shorter by the profiler's part, and the host's own work by that of the calls
/// that it holds.
std::optional<Program> withoutProfiler(const ReplayedRun &run, const Program &program);

} // namespace streamscope
