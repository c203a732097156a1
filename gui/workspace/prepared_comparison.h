// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"
#include "gui/workspace/comparison_totals.h"

#include <memory>
#include <vector>

namespace streamscope {

/// A comparison with everything that the window shows of it. `alone` is the side of the document: what the headline,
/// the tables of one run and the exports are of, and what a closed comparison leaves.
struct PreparedComparison
{
    explicit PreparedComparison(std::shared_ptr<const ComparedRuns> compared, Side side = Side::A)
        : runs(std::move(compared)), alone(side), content(std::make_shared<const TimelineContent>(runs)),
          totals(comparisonTotals(*runs))
    {}

    std::shared_ptr<const ComparedRuns> runs;
    Side alone;
    std::shared_ptr<const TimelineContent> content;
    std::vector<ComparedTotal> totals;
};

} // namespace streamscope
