// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/sweep_table.h"
#include "engine/executors/executor.h"
#include "engine/program/run_source.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// What to run for every combination of some knobs' values.
struct SweepRequest
{
    RunSource experiment;
    Parameters base; ///< what is not varied
    std::vector<SweepAxis> axes;
    std::string device;                ///< id; empty = the default device
    std::size_t shard = 0, shards = 1; ///< only configurations whose index modulo `shards` is `shard`
    unsigned threads = 0;              ///< for a simulated device; 0 = as many as there are cores
    std::vector<SweepRow> done;        ///< of an earlier run of the same sweep: they are not measured again
    /// Gets each new row as soon as it is there, in any order, never two at a time. What it throws ends the sweep.
    std::function<void(const SweepRow &)> rowDone;
};

/// The table without rows: which sweep this is. `device`: the open one.
SweepTable planSweep(const SweepRequest &request, const Executor &device);

/// Runs the configurations: on a simulated device in parallel, on a GPU one after the other. A configuration that is
/// refused or fails becomes a row that says so, and the rest goes on. The rows and their order do not depend on the
/// number of threads. On a stop request it returns what is done; SweepTable::planned says how much that lacks.
/// Progress is reported on the calling thread.
/// @throws InputError or RunError where the device cannot be opened or the axes cannot be combined; what rowDone
/// throws.
SweepTable runSweep(const SweepRequest &request, const RunControl &control);
/// The same on a device that is open already; `request.device` is not looked at.
SweepTable runSweep(const SweepRequest &request, std::unique_ptr<Executor> device, const RunControl &control);

} // namespace streamscope
