// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/device/residuals.h"
#include "engine/program/sweep_axis.h"

#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// How a configuration of a sweep ended.
enum class SweepStatus : std::uint8_t {
    Ok,
    Refused, ///< these values do not fit together, or the device cannot run them
    Failed,  ///< the run failed, or it returned wrong data
};
/// "ok", "refused", "failed", as in the CSV.
const char *sweepStatusName(SweepStatus status);

/// The outcome of one configuration.
struct SweepRow
{
    std::size_t index = 0; ///< of the configuration in the whole sweep, not in the shard
    SweepStatus status = SweepStatus::Ok;
    Summary summary;                      ///< Ok only
    std::optional<PredictionRange> range; ///< of a simulated makespan, where the profile has residuals
    std::string error;                    ///< one line; empty for Ok
};

/// The outcome of a sweep: one row per finished configuration, in the order of the configurations.
struct SweepTable
{
    std::string title;  ///< of the experiment
    std::string device; ///< id
    bool simulated = false;
    Parameters base; ///< the values that are not varied
    std::vector<SweepAxis> axes;
    std::size_t planned = 0; ///< configurations of this shard; more than `rows` when the sweep was stopped
    std::vector<SweepRow> rows;

    /// The knobs of a row.
    Parameters parametersOf(const SweepRow &row) const;
};

} // namespace streamscope
