// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"

#include <QString>

#include <cstdint>

namespace streamscope {

/// A time on the axis of `content` in the ruler's form, see tickText(); a share of the run, "40 %", for normalised
/// runs.
QString axisText(const TimelineContent &content, std::int64_t ns, std::int64_t stepNs, std::int64_t largestNs);
/// A length on that axis: "1.235 ms" or "12.5 %".
QString axisLengthText(const TimelineContent &content, std::int64_t ns);

} // namespace streamscope
