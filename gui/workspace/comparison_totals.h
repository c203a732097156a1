// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// One figure of both runs, in nanoseconds; empty when a run does not have it.
struct ComparedTotal
{
    QString label, help;
    std::optional<std::int64_t> a, b;
};

/// Makespan, span of the pictures, time with at least one busy engine, union of each kind, copies hidden under kernels.
/// One pass over each run.
std::vector<ComparedTotal> comparisonTotals(const ComparedRuns &compared);

/// "+1.2 ms (+3.4 %)"; empty when a side is missing.
QString totalChangeText(const ComparedTotal &total);

} // namespace streamscope
