// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"
#include "engine/executors/executor.h"
#include "engine/program/run_source.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// A sweep: one run for every combination of the axes' values.
struct SweepRequest
{
    RunSource experiment;
    Parameters base; ///< the values that are not varied
    std::vector<SweepAxis> axes;
    std::string device;                ///< id; empty = the default device
    std::size_t shard = 0, shards = 1; ///< only configurations whose index modulo `shards` is `shard`
    unsigned threads = 0;              ///< for a simulated device; 0 = the number of cores
    std::vector<SweepRow> done;        ///< rows of an earlier run of the same sweep, which are not measured again
    /// Called with each new row at once, in any order, never concurrently. An exception from it ends the sweep.
    std::function<void(const SweepRow &)> rowDone;
};

/// The table without rows, which defines the sweep. `device`: the open device.
SweepTable planSweep(const SweepRequest &request, const Executor &device);

/// Runs the configurations: on a simulated device in parallel, on a GPU one after the other. A refused or failed
/// configuration becomes a row with that status, and the sweep continues. The rows and their order do not depend on the
/// number of threads. On a stop request the sweep returns its finished rows; SweepTable::planned has the full number.
/// Progress is reported on the calling thread.
/// @throws InputError or RunError when the device cannot be opened or the axes cannot be combined; any exception of
///         rowDone.
SweepTable runSweep(const SweepRequest &request, const RunControl &control);
/// The same on an open device; ignores `request.device`.
SweepTable runSweep(const SweepRequest &request, std::unique_ptr<Executor> device, const RunControl &control);

} // namespace streamscope
