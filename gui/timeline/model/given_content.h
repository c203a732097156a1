// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/content_lane.h"
#include "gui/timeline/model/name_colours.h"

#include <QString>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace streamscope {

/// The bars of a content whose operations lie elsewhere: they come when they are looked at.
class ComingBars
{
public:
    virtual ~ComingBars() = default;

    /// Another one whenever bars have come: see TimelineContent::identity().
    virtual std::shared_ptr<const char> identity() const = 0;
    /// What is being waited for, in a few words; empty while all that is in sight is here.
    virtual QString waitingText() const = 0;
};

/// A content whose operations lie elsewhere: all that a timeline knows of them besides their bars.
struct GivenContent
{
    ContentLanes lanes;
    std::int64_t beginNs = 0, endNs = 0;
    std::vector<OperationKind> kinds;
    bool anythingWaited = false, severalDevices = false;
    NameColours names;
    std::vector<std::array<float, 4>> density; ///< DensityColumn::share of equal parts of the run
    std::shared_ptr<const ComingBars> bars;
};

} // namespace streamscope
