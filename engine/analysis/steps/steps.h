// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/timeline.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// One iteration of the program's outermost loop. Times are the Timeline's, nanoseconds.
struct Step
{
    std::string name;                        ///< "ProfilerStep#6", "step 2"; "step 3" where it was detected
    std::int64_t hostBegin = 0, hostEnd = 0; ///< of the range; from its first call to that of the next step
    std::int64_t deviceBegin = unknownTime;  ///< first start of what it issued
    std::int64_t deviceEnd = unknownTime;    ///< last end of that
    std::size_t operations = 0;              ///< that it issued to GPUs

    bool onDevice() const { return deviceBegin != unknownTime; }
    /// On the GPU, from the first start to the last end; of the host where it issued nothing.
    std::int64_t begin() const { return onDevice() ? deviceBegin : hostBegin; }
    std::int64_t end() const { return onDevice() ? deviceEnd : hostEnd; }
    std::int64_t duration() const { return end() - begin(); }
};

/// The steps of a trace, in order of time.
struct Steps
{
    std::string by;          ///< what they were told by: "ranges 'ProfilerStep#'", "repeated launches"
    std::vector<Step> steps; ///< none where nothing repeats itself

    bool empty() const { return steps.empty(); }
};

/// Ranges with numbers in their names ("ProfilerStep#6", "step 2"), or else with one name, that repeat themselves and
/// hold most of the work; without such ranges the launches of one thread where they repeat themselves at least three
/// times. In time proportional to operations and events.
Steps findSteps(const Timeline &timeline);

/// How long steps take. Of an even number the median is the upper one of the two in the middle.
struct StepFigures
{
    std::int64_t median = 0, shortest = 0, longest = 0; ///< nanoseconds
    std::int64_t spread = 0;                            ///< median distance from the median
    std::size_t medianStep = 0;                         ///< index of the step that takes the median
    /// Index of the step that is farthest from the median, where that is more than five times the spread and 5 % of the
    /// median.
    std::optional<std::size_t> odd;
};
/// Of at least one step.
StepFigures figuresOf(const Steps &steps);

/// "Steps: 3 by ranges 'step ': median 105.1 ms …", in one line; empty without steps.
std::string stepsText(const Steps &steps);

/// The step `text` asks for: its index, or its name. Empty where there is no such step.
std::optional<std::size_t> findStep(const Steps &steps, const std::string &text);

/// How two steps differ.
struct StepDifference
{
    std::int64_t duration = 0, host = 0; ///< b − a, nanoseconds
    std::int64_t operations = 0;         ///< b − a
    struct Name
    {
        std::uint32_t name = 0;    ///< index of Timeline::name()
        std::int64_t a = 0, b = 0; ///< summed durations of its operations
        std::size_t countA = 0, countB = 0;
    };
    std::vector<Name> names; ///< that take another time, the largest difference first
};
StepDifference compareSteps(const Timeline &timeline, const Step &a, const Step &b);

/// From the first start to the last end of what `step` issued under a name; empty where it issued nothing of that name.
std::optional<TimeRange> timesOfName(const Timeline &timeline, const Step &step, std::uint32_t name);

} // namespace streamscope
