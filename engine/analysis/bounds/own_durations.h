// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// How long each operation of the run would have executed alone, in nanoseconds, by span; never more than its span.
///
/// The span of a kernel that shared the SMs with others is longer: its blocks came in when others left. There the
/// Program says how long a spin kernel takes: waves times the time of a block. For other kernels it is the shortest
/// time that the run shows for the same work. Without the Program (null, or not that of the run) the spans count.
std::vector<std::int64_t> ownDurations(const Recording &recording, const Program *program);

/// True when the spans of the run are the Program's operations.
bool isProgramOf(const Program *program, const Timeline &timeline);

} // namespace streamscope
