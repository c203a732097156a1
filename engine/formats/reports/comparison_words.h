// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/comparison.h"

#include <QString>

#include <cstdint>

namespace streamscope {

// The words for two runs, and the rule for signs, on the screen, in pictures, in tables and in text: a change counts
// from the baseline to this run. "+" is longer in this run.

/// "baseline", "this run".
QString sideName(Side side);
/// The same at the start of a line.
QString sideTitle(Side side);
/// "only in baseline", "only in this run".
QString onlyInText(Side side);

/// A share as a change: "+77 %", "−8.0 %".
QString changeText(double change);
/// From the baseline to this run: "+77 %"; "×15" from ten times on, as thousands of percent are hard to read; "the
/// same" below half a thousandth, and where both are 0; empty where only the baseline is 0. Any unit.
QString changeText(std::int64_t baseline, std::int64_t thisRun);
/// "5.78 → 10.24 ms, +77 %". Nanoseconds.
QString fromToText(std::int64_t baselineNs, std::int64_t thisRunNs);

} // namespace streamscope
