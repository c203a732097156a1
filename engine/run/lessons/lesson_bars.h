// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/program/program.h"
#include "engine/run/run_job.h"

#include <string>
#include <vector>

namespace streamscope {

/// The most bars of a question. More is an InputError.
inline constexpr std::size_t maxLessonBars = 40;

/// A bar that the student draws. Times are in units of the question.
struct LessonBar
{
    std::size_t operation = 0; ///< index into the Program, and into the timeline of its run
    std::string name;          ///< "K 1"; the kind where the operation has no name
    OperationKind kind = OperationKind::Kernel;
    std::size_t lane = 0; ///< index into LessonBars::lanes
    double length = 1;    ///< units
};

/// The empty timeline.
struct LessonBars
{
    std::vector<std::string> lanes; ///< the streams that have bars: "stream 0"; "host" for its own work
    std::vector<LessonBar> bars;    ///< in order of issue
    int columns = 8;                ///< units to show
};

/// The bars of a question, from the Program alone: nothing has run yet.
/// @throws InputError where no operation or too many match.
LessonBars barsOf(const Lesson &lesson, const LessonQuestion &question);

/// What one bar's position is worth.
struct JudgedBar
{
    double drawn = 0;          ///< start as drawn, from the first drawn bar
    double start = 0, end = 0; ///< as measured, from the first measured bar
    bool right = false;        ///< within the question's tolerance
    std::string text;          ///< "K 1: drawn at 2, it ran from 1.02 to 2.03"
};

/// The drawing beside the run.
struct BarsVerdict
{
    bool right = false;
    std::vector<JudgedBar> bars;       ///< as LessonBars::bars
    std::vector<std::string> overlaps; ///< "K 0 and H2D 1 ran at the same time; in your drawing they do not"
    std::string text;                  ///< "5 of 6 bars are right"
    double unitNs = 0;                 ///< what one unit was
};

/// `starts`: of each bar, in units. @throws RunError where the run has not finished.
BarsVerdict judgeBars(const Lesson &lesson, const LessonQuestion &question, const std::vector<double> &starts,
                      const LessonFigureSource &figures, const RunResult &result);

/// The measured starts in units, from the first bar: what judgeBars() calls right.
std::vector<double> measuredStarts(const Lesson &lesson, const LessonQuestion &question,
                                   const LessonFigureSource &figures, const RunResult &result);

} // namespace streamscope
