// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/run/what_if/what_if.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// A change that was tried alone. Times on the scale of the base.
struct Trial
{
    RequestedChange request;
    std::int64_t predictedNs = 0;
    std::optional<PredictionRange> range;
    std::optional<PlainTime> plain; ///< bounds of the time without the profiler, where there are any
    std::int64_t commonNs = 0; ///< of the range's upper end: what the unchanged program has, too, or advice assumes
};

/// Tries each change alone, on all cores. Empty for a change that cannot be applied or finds nothing to do.
/// Reports how many of them are tried, as `what`. @throws Cancelled
std::vector<std::optional<Trial>> tryChanges(const WhatIfBase &base, const std::vector<std::string> &changes,
                                             const std::string &what, const RunControl &control);

/// The base with `change` applied: the next change is tried on that.
WhatIfBase baseWith(const WhatIfBase &base, const RequestedChange &change, const std::stop_token &stop);

} // namespace streamscope
