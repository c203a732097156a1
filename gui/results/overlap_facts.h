// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

namespace streamscope {

class FactList;

/// Fills a list with the figures of each device and of the host, each with its definition as a tooltip.
void fillOverlapFacts(FactList &list, const RunAnalysis &analysis);

} // namespace streamscope
