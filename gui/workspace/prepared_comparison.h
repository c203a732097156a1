// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"
#include "gui/workspace/comparison_totals.h"

#include <memory>
#include <vector>

namespace streamscope {

/// A comparison with everything that the window shows of it.
struct PreparedComparison
{
    explicit PreparedComparison(std::shared_ptr<const ComparedRuns> compared)
        : runs(std::move(compared)), content(std::make_shared<const TimelineContent>(runs)),
          totals(comparisonTotals(*runs))
    {}

    std::shared_ptr<const ComparedRuns> runs;
    std::shared_ptr<const TimelineContent> content;
    std::vector<ComparedTotal> totals;
};

} // namespace streamscope
