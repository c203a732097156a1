// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <string>

namespace streamscope {

/// A range of time on a timeline, in nanoseconds: [begin, end).
struct TimeRange
{
    std::int64_t begin = std::numeric_limits<std::int64_t>::min();
    std::int64_t end = std::numeric_limits<std::int64_t>::max();

    bool operator==(const TimeRange &) const = default;
};

/// "a:b" in microseconds from the start of the run, as in the CSV, or with a unit: 1.5ms:20ms, 100ns, 2us, 3s. Either
/// side may be empty: from the start, to the end.
/// @throws InputError naming what is allowed.
TimeRange parseTimeRange(const std::string &text);

/// True when the span executes in the range, at least in part.
bool touches(const Span &span, TimeRange range);

/// The operations that execute in the range. With `cut` they are cut at the range's edges (for figures), else they stay
/// whole (for files: an operation is shown as it ran). Streams, names and order stay, and so do links between
/// operations that are both in it, and the calls of the host that lie in it or issued one of its operations; blocks are
/// left out. With `cut` the events of the host are shared, else those that were open in that time are kept.
Timeline timelineIn(const Timeline &timeline, TimeRange range, bool cut);

} // namespace streamscope
