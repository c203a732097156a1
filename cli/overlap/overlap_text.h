// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/overlap/filter_overlap.h"

#include <string>
#include <vector>

namespace streamscope {

/// The overlap of filters for people: each figure with what it is a share of.
std::vector<std::string> overlapLines(const FilterOverlap &overlap);

} // namespace streamscope
