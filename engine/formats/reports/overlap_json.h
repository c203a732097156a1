// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/overlap/filter_overlap.h"

#include <QJsonObject>

namespace streamscope {

/// `overlap` of the report; docs/analysis.md lists its fields. A share of nothing is null.
QJsonObject toJson(const FilterOverlap &overlap);

} // namespace streamscope
