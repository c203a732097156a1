// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/explain/explanation.h"

#include <QJsonObject>

namespace streamscope {

/// {"format":"streamscope-explanation","version":1,"slack_us",
/// "chain":[{"index","held_by","free_at_us","late_call_us","starting_us","text"}],"text"}: from the operation
/// backwards; "held_by" is stream, event, engine, host or null.
QJsonObject toJson(const Explanation &explanation);

} // namespace streamscope
