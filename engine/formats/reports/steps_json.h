// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/steps/steps.h"

#include <QJsonObject>

namespace streamscope {

/// `steps` of the report; docs/analysis.md lists its fields. The list has at most 1,000 steps.
QJsonObject toJson(const Steps &steps);

} // namespace streamscope
