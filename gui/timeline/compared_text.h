// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/compared_runs.h"
#include "gui/timeline/difference_sums.h"
#include "gui/timeline/span_text.h"

#include <QString>

#include <vector>

namespace streamscope {

/// What a person wants to know of the counterpart of `span`, an operation of `compared.merged`: "In B", "Change",
/// "Starts". Times are those of the runs, counted from the start of each.
std::vector<SpanFact> counterpartFacts(const ComparedRuns &compared, std::uint32_t span);

/// "A Measured: the run", a paragraph that says whose something is.
QString sideHtml(const ComparedRuns &compared, Side side);

/// Whose the operation is, what it is by its own clock, and what became of it on the other side; where others are
/// merged with it, also of all of them together.
QString comparedToolTip(const ComparedRuns &compared, std::uint32_t span, std::uint32_t mergedCount,
                        const DifferenceSum &merged);

/// What became of the operations that are merged at one place of `side`: "All 12 here in A", "All 12 here in B",
/// "B against A", "Only in B".
std::vector<SpanFact> mergedFacts(const DifferenceSum &merged, Side side);

/// "−1.2 ms", "+3.4 µs", "0 ns".
QString signedTimeText(std::int64_t ns);

} // namespace streamscope
