// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/cuda_run.h"
#include "engine/executors/cuda/cupti_recorder.h"
#include "engine/executors/cupti_record.h"
#include "engine/timeline/block_records.h"
#include "engine/timeline/raw_run.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace streamscope {

/// One run that may become the picture, with the clocks' probes around it.
struct PictureRun
{
    RawRun raw;
    std::int64_t makespan = 0;       ///< ns
    std::int64_t heldByGate = 0;     ///< ns; see CudaRun::heldByGate()
    CuptiWindow before, run, after;  ///< where CUPTI's records of the probes and of the run lie
    std::int64_t watchDrift = 0;     ///< ns; see MemoryWatch::Seen
    BlockRecords blocks;             ///< in nanoseconds of %globaltimer; empty unless they are recorded
    std::vector<KernelTimes> probes; ///< stamps of the kernels in `before` and `after`, in the order of their launches
};

/// Runs once. `recorder` records meanwhile, or is null.
/// @throws as CudaRun::runOnce().
PictureRun takePictureRun(CudaRun &run, const std::stop_token &stop, CuptiRecorder *recorder);

/// Every copy that was watched was seen to arrive in time; true where nothing was watched.
bool sawEverything(const PictureRun &run);

/// Keeps the blocks of the run that is closest to `makespan` only: of ten million blocks one set is enough.
void keepBlocksOfClosest(std::int64_t makespan, std::vector<PictureRun> &runs);

/// The one whose makespan is closest to `makespan`; the first of several. There must be one at least.
const PictureRun &closestTo(std::int64_t makespan, const std::vector<PictureRun> &runs);

/// Median of their makespans, in nanoseconds.
std::int64_t medianMakespan(const std::vector<PictureRun> &runs);

/// When the operations ran on the clock of %globaltimer, by CUPTI's `records`; `drift`, where not null, becomes how far
/// the two clocks went apart in the run, in nanoseconds. @throws RunError when records are missing.
std::vector<OperationTimes> cuptiTimes(const Program &program, const PictureRun &run,
                                       const std::vector<CuptiRecord> &records, std::int64_t *drift);

} // namespace streamscope
