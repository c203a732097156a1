// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/compared_runs.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// One figure of both runs, nanoseconds; empty where a run has none of it.
struct ComparedTotal
{
    QString label, help;
    std::optional<std::int64_t> a, b;
};

/// Makespan, first to last of the pictures, at least one engine busy, the union of each kind, copies hidden under
/// kernels. One pass over each run.
std::vector<ComparedTotal> comparisonTotals(const ComparedRuns &compared);

/// "+1.2 ms (+3.4 %)"; empty where a side is missing.
QString totalChangeText(const ComparedTotal &total);

} // namespace streamscope
