// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/recording.h"
#include "gui/timeline/marks/timeline_marks.h"
#include "gui/timeline/model/lane_arrangement.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace streamscope {

/// How the user looks at a document: it is back when the document is. No other document changes with it.
struct DocumentView
{
    /// The visible part and the selection of one run, prediction or comparison of the document.
    struct Part
    {
        std::weak_ptr<const void> of; ///< a Recording, or a TimelineContent of two
        TimeAxis axis;
        int scrollY = 0;
        std::optional<std::uint32_t> selected;
        std::optional<TimeRange> range;
        bool isWhole = false; ///< all of it is shown, whatever width the window has
    };

    /// Empty until the document is shown: then they are as the last window left them.
    std::optional<LaneArrangement> lanes;
    TimelineMarks marks;
    std::map<const void *, Part> parts;
    std::optional<Part> next; ///< of the run that it shows next: a trace of a former window, which is read again
};

} // namespace streamscope
