// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <QString>

namespace streamscope {

class FactList;

/// Fills a list with the figures of each device and of the host, each with its definition as a tooltip.
void fillOverlapFacts(FactList &list, const RunAnalysis &analysis);

/// "host late": a gap's cause in words.
QString gapCauseText(GapCause cause);

} // namespace streamscope
