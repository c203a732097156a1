// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// One figure of the baseline, `a`, and of this run, `b`; empty when a run does not have it.
struct ComparedTotal
{
    enum class Unit { Nanoseconds, Percent };

    QString label, help;
    std::optional<double> a, b;
    Unit unit = Unit::Nanoseconds;
};

/// Makespan, span of the pictures, time with at least one busy engine, union of each kind, share of the copies' time
/// that kernels hide.
/// One pass over each run.
std::vector<ComparedTotal> comparisonTotals(const ComparedRuns &compared);

/// "35.3 ms", "42.1 %", "none".
QString totalText(const ComparedTotal &total, Side side);
/// From the baseline: "+1.2 ms, +3.4 %", "−12.3 percentage points"; empty when a side is missing.
QString totalChangeText(const ComparedTotal &total);

} // namespace streamscope
