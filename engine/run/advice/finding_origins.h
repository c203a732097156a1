// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/timeline.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The lines of the program behind a finding: "From loader.py:41 next(), aten::to: 24 copies, 121.2 ms." Empty where
/// the trace does not know what issued the operations, and for findings that are about no kind of operation.
std::string originsText(const Timeline &timeline, const std::string &finding, TimeRange range);

/// The same for the operations that a search finds, each counted as `one` or `several`.
struct OriginSubject
{
    std::string_view query;
    const char *one, *several;
};
std::string originsText(const Timeline &timeline, const OriginSubject &subject, TimeRange range);

/// Puts these texts behind those of the findings.
void addOrigins(const Timeline &timeline, TimeRange range, std::vector<Finding> &findings);

} // namespace streamscope
