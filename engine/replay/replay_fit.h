// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/timing/simulated_times.h"
#include "engine/program/program.h"
#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Sets the profile's latencies to the medians that the trace shows, as far as it has enough cases: from a call's end
/// to the start of what it issued on an idle stream, and from the end of an operation to the start of the next one that
/// waited for it in its stream. The machine and the profiler of a trace differ from the profile's by more than these.
/// What `heldCopies` (spans) waited for behind their calls is none of them. `waitingQueueNs`: as a profile's, which the
/// model adds where other streams wait.
void fitLatencies(const Timeline &timeline, TimeRange range, const std::vector<std::uint32_t> &heldCopies,
                  double waitingQueueNs, TracedDevice &traced);

/// Turns the durations of a replayed Program's kernels from those of whole kernels into those of their blocks, by the
/// number of blocks that fit on the device. Where collectives had SMs meanwhile, without what that cost.
void setBlockTimes(const Timeline &timeline, const DeviceProfile &profile, Program &program);

/// Moves the lengths of a replayed Program's copies, memsets and kernels towards what the trace shows, by what the
/// simulation made of them. False when every length was right. `begin`: of `times`, in the Timeline's. `unheldBytes`:
/// pageable copies to the device up to this size do not hold the host, as a profile's pageableAsyncBytes.
bool fitLengths(const Timeline &timeline, std::int64_t begin, const SimulatedTimes &times, std::uint64_t unheldBytes,
                Program &program);

} // namespace streamscope
