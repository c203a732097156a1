// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/cuda_run.h"
#include "engine/executors/cuda/measuring/cupti_recorder.h"
#include "engine/executors/timing/cupti_record.h"
#include "engine/timeline/block_records.h"
#include "engine/timeline/raw_run.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace streamscope {

/// An instrumented run that may become the picture, with the clocks' probes before and after it.
struct InstrumentedRun
{
    RawRun raw;
    std::int64_t makespan = 0;       ///< ns
    std::int64_t heldByGate = 0;     ///< ns; see CudaRun::heldByGate()
    CuptiWindow before, run, after;  ///< windows of CUPTI's records of the probes and of the run
    std::int64_t watchDrift = 0;     ///< ns; see MemoryWatch::Seen
    BlockRecords blocks;             ///< in nanoseconds of %globaltimer; empty unless recorded
    std::vector<KernelTimes> probes; ///< stamps of the kernels in `before` and `after`, in launch order
};

/// Runs once. `recorder` records the run; it may be null.
/// @throws as CudaRun::runOnce().
InstrumentedRun takePictureRun(CudaRun &run, const std::stop_token &stop, CuptiRecorder *recorder);

/// True when the end of every watched copy was seen in time, also without watched copies.
bool sawEverything(const InstrumentedRun &run);

/// Keeps only the blocks of the run closest to `makespan`, to save memory.
void keepBlocksOfClosest(std::int64_t makespan, std::vector<InstrumentedRun> &runs);

/// The run whose makespan is closest to `makespan`; the first one among equals. `runs` must not be empty.
const InstrumentedRun &closestTo(std::int64_t makespan, const std::vector<InstrumentedRun> &runs);

/// Median of their makespans, in nanoseconds.
std::int64_t medianMakespan(const std::vector<InstrumentedRun> &runs);

/// The operations' times from CUPTI's `records`, mapped to %globaltimer. `drift`, if not null, receives the drift of
/// the two clocks in the run, in nanoseconds. `streams`: see IssuedCalls. @throws RunError when records are missing.
std::vector<OperationTimes> cuptiTimes(const Program &program, const InstrumentedRun &run,
                                       const std::vector<CuptiRecord> &records,
                                       const std::vector<std::uint32_t> &streams, std::int64_t *drift);

} // namespace streamscope
