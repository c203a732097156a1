// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/program/sweep_axis.h"

#include <string>
#include <vector>

namespace streamscope {

/// How a configuration of a sweep ended.
enum class SweepStatus : std::uint8_t {
    Ok,
    Refused, ///< these values do not fit together, or the device does not offer what they ask for
    Failed,  ///< it was started and went wrong, or its data came out wrong
};
/// "ok", "refused", "failed", as in the CSV.
const char *sweepStatusName(SweepStatus status);

/// What came of one configuration.
struct SweepRow
{
    std::size_t index = 0; ///< of the configuration in the whole sweep, whatever the shard
    SweepStatus status = SweepStatus::Ok;
    Summary summary;   ///< Ok only
    std::string error; ///< one line; empty where it is Ok
};

/// The outcome of a sweep: one row per configuration that was done, in the order of the configurations.
struct SweepTable
{
    std::string title;  ///< of the experiment
    std::string device; ///< id
    bool simulated = false;
    Parameters base; ///< what is not varied
    std::vector<SweepAxis> axes;
    std::size_t planned = 0; ///< configurations of this shard; more than there are rows where it was stopped
    std::vector<SweepRow> rows;

    /// The knobs of a row.
    Parameters parametersOf(const SweepRow &row) const;
};

} // namespace streamscope
