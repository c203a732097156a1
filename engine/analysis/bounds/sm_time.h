// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// By device: the least time in which its SMs can do the kernels, memsets and collectives of the run, in nanoseconds,
/// without regard to any order. `program` is that of the run, `own` are its ownDurations().
///
/// - Blocks that run for a given time (spin) take threads, a slot and shared memory of their SM. For each of these
/// three
///   the sum over all blocks is divided by what the device has.
/// - Kernels that compute share the throughput of a unit. Those of one kind with the same work per element need the
/// same
///   unit: their durations add up, each in proportion to the part of the device that its blocks fill; but they need no
///   longer than the time in which any of them ran.
/// - On a device without concurrent kernels the durations of all kernels add up.
std::map<int, std::int64_t> smTimes(const Recording &recording, const Program &program,
                                    const std::vector<std::int64_t> &own);

} // namespace streamscope
