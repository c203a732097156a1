// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <QJsonArray>
#include <QJsonObject>

namespace streamscope {

/// The findings of the report. "suggestion" is null, {"text"}, or of a change that was tried
/// {"text","change","predicted_us","predicted_range_us","gain_percent"}.
QJsonArray toJson(const std::vector<Finding> &findings);
/// The report's "summary".
QJsonObject toJson(const AdviceSummary &advice);

} // namespace streamscope
