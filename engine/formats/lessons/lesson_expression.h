// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson_value.h"
#include "engine/program/parameter.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// Where expressions get their figures: the finished runs of a lesson (LessonFigures). A run is called by its name; the
/// empty name means the chosen device, of which only device figures are known.
class LessonFigureSource
{
public:
    virtual ~LessonFigureSource() = default;
    /// `figure`: one of lessonFigures(). @throws RunError where the run has not finished.
    virtual LessonValue figure(const std::string &run, const std::string &figure) const = 0;
    /// The value of a knob of the run, known before it runs, too.
    virtual LessonValue knob(const std::string &run, const std::string &name) const = 0;
    /// `function`: one of lessonFunctions(), over the run's operations that match the filters.
    /// @throws RunError where no operation matches a filter, naming the filter.
    virtual LessonValue measure(const std::string &function, const std::string &run,
                                const std::vector<std::string> &filters) const = 0;
};

/// The runs that an expression may name, and what is known of them when it is read.
struct LessonScope
{
    struct Run
    {
        Parameters knobs;
        bool finished = true; ///< false: only knobs and device figures may be used
    };
    std::map<std::string, Run, std::less<>> runs;
};

/// A parsed and checked expression. Cheap to copy. docs/lessons.md has the language:
///     two.makespan < 0.8 * one.makespan and two.efficiency >= 95 %
///     device.copy_engines < 2 ? "one engine" : "an engine for each direction"
///     start(two, "K 1") - end(two, "H2D 0")
class LessonExpression
{
public:
    LessonExpression() = default;
    /// @throws InputError without a place: what is wrong, and what is allowed.
    static LessonExpression parse(std::string_view text, const LessonScope &scope);

    explicit operator bool() const { return m_tree != nullptr; }
    const std::string &text() const; ///< as written
    LessonUnit unit() const;
    /// Names of the runs whose figures it needs, sorted.
    std::vector<std::string> runs() const;

    /// @throws RunError where a run has not finished, a filter matches nothing or a division has no result.
    LessonValue value(const LessonFigureSource &figures) const;

    /// Of a condition that does not hold: the parts joined by "and" that are not true, each as "two.efficiency is 71 %,
    /// and must be >= 95 %". Empty where it holds.
    std::vector<std::string> missing(const LessonFigureSource &figures) const;

    struct Node;

private:
    std::shared_ptr<const Node> m_tree;
};

} // namespace streamscope
