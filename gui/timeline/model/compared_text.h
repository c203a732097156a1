// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"
#include "gui/timeline/model/difference_sums.h"
#include "gui/timeline/text/span_text.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <vector>

namespace streamscope {

/// "Measured", "Simulated", "Predicted", "Imported".
QString originTitle(RunOrigin origin);

/// "2026-08-22 14:05:31"; of a trace "opened 2026-08-22 14:05:31"; empty when nothing ran.
QString finishedText(const NamedRun &run);
QDateTime localTime(std::chrono::system_clock::time_point time);
/// "NVIDIA H200 (cuda:0)  ·  clock: event+engine, globaltimer  ·  2026-11-21 12:00:00".
QString runFacts(const NamedRun &run);
/// The clocks of all operations in the order of first use, as in the CSV, and of the blocks.
QString clockNames(const Timeline &timeline);

/// The start of the keys under which the lanes of a side are saved.
QString sideKey(Side side);

/// "▲ +12.3 %", "▼ −8 %", "=", "only in baseline"; from ten times as long on "▲ ×15".
QString changeSign(const ComparedOperation &operation);
QString changeSign(LengthChange change, std::int64_t inA, std::int64_t inB);

/// The facts of the counterpart of `span`, an operation of `compared.merged`: "In baseline", "Change", "Starts". Times
/// count from the start of each run.
std::vector<SpanFact> counterpartFacts(const ComparedRuns &compared, std::uint32_t span);

/// "This run, Measured: large-pipeline": a paragraph that names the side.
QString sideHtml(const ComparedRuns &compared, Side side);

/// The tooltip of an operation: its side, its facts by its own clock, and its change on the other side; for a merged
/// bar also the change of all operations in it together.
QString comparedToolTip(const ComparedRuns &compared, std::uint32_t span, std::uint32_t mergedCount,
                        const DifferenceSum &merged);

/// The change of the operations merged in one bar of `side`: "12 matched here, in baseline", "12 matched here, in this
/// run", "Change of all", "Only in this run".
std::vector<SpanFact> mergedFacts(const DifferenceSum &merged, Side side);

/// "−1.2 ms", "+3.4 µs", "0 ns".
QString signedTimeText(std::int64_t ns);

} // namespace streamscope
