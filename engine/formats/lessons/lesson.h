// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"
#include "engine/formats/lessons/lesson_expression.h"

#include <QByteArray>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace streamscope {

/// Markdown with placeholders. filledText() makes plain Markdown of it.
struct LessonText
{
    struct Piece
    {
        std::string markdown;   ///< as it stands, where there is no value
        LessonExpression value; ///< empty for plain Markdown
        LessonFormat format = LessonFormat::Usual;
    };
    std::vector<Piece> pieces;
    /// The text is only for devices and runs of which this holds. Empty: for all.
    LessonExpression condition;
    int line = 0; ///< in the file, from 1; so are all lines below

    bool empty() const { return pieces.empty(); }
};

/// One run of a lesson. The window offers all runs that follow each other in the file as one step.
struct LessonRun
{
    std::string name;     ///< by which expressions call it
    std::string title;    ///< for people: "On two streams"; never empty
    RunSource experiment; ///< empty for a trace
    Parameters parameters;
    std::string device;                      ///< of this run always; empty: the device that the student chose
    std::string traceName;                   ///< of a trace: its file's name; else empty
    std::shared_ptr<const QByteArray> trace; ///< the file's bytes; null where a program runs
    int line = 0;

    bool isTrace() const { return trace != nullptr; }
};

enum class QuestionKind : std::uint8_t {
    Choice, ///< one of several sentences
    Number, ///< a number with a unit
    Bars,   ///< draw when each operation runs, on an empty timeline
};

/// A sentence to choose. It is right where its condition holds.
struct LessonChoice
{
    LessonText text;
    LessonExpression right;
    int line = 0;
};

/// The answer to a number question.
struct NumberQuestion
{
    LessonExpression value;
    std::string unit;     ///< as shown behind the field: "ms", "%", "GB/s", "times"
    double scale = 1;     ///< value / scale is in `unit`: 1e6 for ms
    double tolerance = 0; ///< right within: a part of the value, or in `unit` where `absolute`
    bool absolute = false;
};

/// The bars to draw: operations of a run, each on the lane of its stream.
struct BarsQuestion
{
    std::string run;
    std::string filter;     ///< of SpanQuery; empty: all that a GPU executes
    LessonExpression unit;  ///< the time of one unit of the empty timeline, from the runs
    double tolerance = 0.5; ///< in units
    int columns = 8;        ///< units that the empty timeline shows
    /// (filter, units): how long the matching bars are drawn; 1 where none matches.
    std::vector<std::pair<std::string, double>> lengths;
};

struct LessonQuestion
{
    std::string name; ///< within the lesson: progress is kept by it
    QuestionKind kind = QuestionKind::Choice;
    LessonText prompt; ///< needs no finished run
    std::vector<LessonChoice> choices;
    std::optional<NumberQuestion> number;
    std::optional<BarsQuestion> bars;
    std::vector<std::string> runs; ///< whose figures the answer needs
    int line = 0;
};

/// The explanation of a question. It stands behind the runs that the question needs.
struct LessonAnswer
{
    std::size_t question = 0; ///< index into Lesson::blocks
    LessonText text;
    int line = 0;
};

/// "Change it": reach a condition with some knobs.
struct LessonTask
{
    std::string name;
    LessonText prompt;
    std::string run;                                           ///< the run whose values are the start
    std::vector<std::string> knobs;                            ///< that may be changed
    LessonExpression reach;                                    ///< calls the student's run "yours"
    std::vector<std::pair<std::string, std::string>> solution; ///< knob, value as text
    LessonText hint;                                           ///< may be empty
    int line = 0;
};

/// The name of the student's run in LessonTask::reach.
inline constexpr std::string_view studentsRun = "yours";

/// In the order of the file. What stands behind a run is shown when it has finished: see shownBlocks().
using LessonBlock = std::variant<LessonText, LessonRun, LessonQuestion, LessonAnswer, LessonTask>;

struct Lesson
{
    std::string name; ///< of a built-in lesson: "01-two-streams"; otherwise the path
    std::string file; ///< the path it was read from; empty for a built-in lesson
    std::string title;
    std::string summary; ///< one sentence for lists; may be empty
    int order = 0;       ///< in lists; 0: behind those with an order
    std::string device;  ///< where the lesson asks for one; empty: the student's choice
    std::vector<LessonBlock> blocks;

    /// Null where there is no such run, question or task.
    const LessonRun *run(std::string_view name) const;
    const LessonQuestion *question(std::string_view name) const;
    const LessonTask *task(std::string_view name) const;
};

/// The number of leading blocks that a student may see when the runs named in `finished` have: up to and including the
/// first group of runs of which one is missing.
std::size_t shownBlocks(const Lesson &lesson, const std::vector<std::string> &finished);

/// Several lessons in order: a file *.class.md.
struct LessonClass
{
    std::string file;
    std::string title;
    std::string introduction; ///< Markdown; may be empty
    std::vector<Lesson> lessons;
};

/// The text as Markdown, its placeholders filled in. Empty where its condition does not hold. @throws RunError as
/// LessonExpression::value().
std::string filledText(const LessonText &text, const LessonFigureSource &figures);

} // namespace streamscope
