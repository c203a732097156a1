// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/compared_runs.h"
#include "gui/timeline/model/difference_sums.h"
#include "gui/timeline/text/span_text.h"

#include <QString>

#include <vector>

namespace streamscope {

/// The facts of the counterpart of `span`, an operation of `compared.merged`: "In B", "Change", "Starts". Times count
/// from the start of each run.
std::vector<SpanFact> counterpartFacts(const ComparedRuns &compared, std::uint32_t span);

/// "A Measured: the run": a paragraph that names the side.
QString sideHtml(const ComparedRuns &compared, Side side);

/// The tooltip of an operation: its side, its facts by its own clock, and its change on the other side; for a merged
/// bar also the change of all operations in it together.
QString comparedToolTip(const ComparedRuns &compared, std::uint32_t span, std::uint32_t mergedCount,
                        const DifferenceSum &merged);

/// The change of the operations merged in one bar of `side`: "All 12 here in A", "All 12 here in B", "B against A",
/// "Only in B".
std::vector<SpanFact> mergedFacts(const DifferenceSum &merged, Side side);

/// "−1.2 ms", "+3.4 µs", "0 ns".
QString signedTimeText(std::int64_t ns);

} // namespace streamscope
