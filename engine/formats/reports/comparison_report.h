// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/comparison.h"

#include <QByteArray>
#include <QStringList>

namespace streamscope {

/// The differences in a few lines, counted from the baseline: lengths, matches, and each kind's sums.
QStringList comparisonLines(const Comparison &comparison);

/// {"format":"streamscope-comparison","version":1,"span_us":{…},"matched":…,"only_a":…,"only_b":…,"kinds":[…],
/// "operations":[{"a":index or null,"b":…,"name","kind","duration_us":{"a","b","difference"},"start_us":{…}}]}.
QByteArray comparisonJson(const Comparison &comparison, const Timeline &a, const Timeline &b);

} // namespace streamscope
