// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/lesson_bars.h"

#include "engine/device/number_text.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/lessons/meant_operations.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace streamscope {

namespace {

constexpr double touching = 0.1; ///< units that bars share before they count as overlapping

const BarsQuestion &barsQuestion(const LessonQuestion &question)
{
    if (!question.bars)
        throw std::logic_error("question " + question.name + " takes no bars");
    return *question.bars;
}

/// The Program as a timeline on which nothing has a time yet: for its names, kinds and streams.
Timeline untimed(const Program &program)
{
    Timeline timeline;
    for (const Stream &stream : program.streams)
        timeline.addStream({stream.id, stream.device, stream.priority, StreamRole::Ordinary});
    for (const Operation &operation : program.operations) {
        Span span;
        span.kind = operation.kind;
        span.engine = engineOf(operation.kind);
        span.bytes = operation.bytes;
        span.stream = operation.stream;
        span.name = timeline.intern(operation.name.text());
        timeline.append(span);
    }
    return timeline;
}

std::vector<std::size_t> barOperations(const Timeline &timeline, const BarsQuestion &bars)
{
    if (!bars.filter.empty())
        return meantOperations(timeline, bars.filter);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (runsOnGpu(timeline.kinds()[i]))
            found.push_back(i);
    return found;
}

/// The lane of a stream: a new one where it has none yet.
std::size_t laneOf(LessonBars &bars, const std::string &name)
{
    const auto lane =
        static_cast<std::size_t>(std::find(bars.lanes.begin(), bars.lanes.end(), name) - bars.lanes.begin());
    if (lane == bars.lanes.size())
        bars.lanes.push_back(name);
    return lane;
}

/// What both sides compare: a bar's place in units.
struct Place
{
    double begin = 0, end = 0;

    double sharedWith(const Place &other) const
    {
        return std::max(0.0, std::min(end, other.end) - std::max(begin, other.begin));
    }
};

void moveToZero(std::vector<Place> &places)
{
    double first = places.empty() ? 0 : places.front().begin;
    for (const Place &place : places)
        first = std::min(first, place.begin);
    for (Place &place : places) {
        place.begin -= first;
        place.end -= first;
    }
}

double unitOf(const BarsQuestion &bars, const LessonFigureSource &figures)
{
    const double unit = bars.unit.value(figures).number;
    if (!(unit > 0))
        throw RunError(Phrase("engine", "'%1' is no time to measure bars with").arg(bars.unit.text()));
    return unit;
}

std::vector<Place> measuredPlaces(const LessonBars &bars, double unit, const Timeline &timeline)
{
    std::vector<Place> places;
    for (const LessonBar &bar : bars.bars) {
        if (bar.operation >= timeline.size())
            throw RunError(Phrase("engine", "the run has no operation '%1'").arg(bar.name));
        places.push_back({static_cast<double>(timeline.starts()[bar.operation]) / unit,
                          static_cast<double>(timeline.ends()[bar.operation]) / unit});
    }
    moveToZero(places);
    return places;
}

std::vector<Place> drawnPlaces(const LessonBars &bars, const std::vector<double> &starts)
{
    if (starts.size() != bars.bars.size())
        throw std::logic_error("one start for each bar");
    std::vector<Place> places;
    for (std::size_t i = 0; i < starts.size(); ++i)
        places.push_back({starts[i], starts[i] + bars.bars[i].length});
    moveToZero(places);
    return places;
}

std::string unitsText(double units)
{
    return lessonValueText({LessonUnit::Number, std::round(units * 100) / 100, {}});
}

/// Pairs that overlap in one of the two and clearly not in the other.
std::vector<std::string> differingOverlaps(const LessonBars &bars, const std::vector<Place> &drawn,
                                           const std::vector<Place> &measured, double tolerance)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < drawn.size(); ++i)
        for (std::size_t k = i + 1; k < drawn.size(); ++k) {
            const double shown = drawn[i].sharedWith(drawn[k]), real = measured[i].sharedWith(measured[k]);
            const std::string &one = bars.bars[i].name, &other = bars.bars[k].name;
            if (real > tolerance + touching && shown <= touching)
                texts.push_back(
                    Phrase("engine", "%1 and %2 ran at the same time; in your drawing they do not").arg(one, other));
            else if (shown > tolerance + touching && real <= touching)
                texts.push_back(Phrase("engine", "%1 and %2 did not run at the same time; in your drawing they do")
                                    .arg(one, other));
        }
    return texts;
}

} // namespace

LessonBars barsOf(const Lesson &lesson, const LessonQuestion &question)
{
    const BarsQuestion &wanted = barsQuestion(question);
    const LessonRun *run = lesson.run(wanted.run);
    if (!run || run->isTrace())
        throw InputError(Phrase("engine", "question '%1': bars need a run of a program").arg(question.name));
    const Timeline timeline = untimed(buildProgram(*run->experiment, run->parameters));
    LessonBars bars;
    bars.columns = wanted.columns;
    for (const std::size_t operation : barOperations(timeline, wanted)) {
        const Span span = timeline.span(operation);
        LessonBar bar;
        bar.operation = operation;
        bar.kind = span.kind;
        bar.name = timeline.name(span.name);
        if (bar.name.empty())
            bar.name = kindName(span.kind);
        bar.lane = laneOf(
            bars, span.stream < 0 ? "host" : "stream " + timeline.streams()[static_cast<std::size_t>(span.stream)].id);
        bars.bars.push_back(std::move(bar));
    }
    for (const auto &[filter, length] : wanted.lengths)
        for (const std::size_t operation : meantOperations(timeline, filter))
            for (LessonBar &bar : bars.bars)
                bar.length = bar.operation == operation ? length : bar.length;
    if (bars.bars.empty() || bars.bars.size() > maxLessonBars)
        throw InputError(Phrase("engine", "question '%1': %2 operations are bars; allowed: 1 to %3")
                             .arg(question.name, bars.bars.size(), maxLessonBars));
    return bars;
}

BarsVerdict judgeBars(const Lesson &lesson, const LessonQuestion &question, const std::vector<double> &starts,
                      const LessonFigureSource &figures, const RunResult &result)
{
    const BarsQuestion &wanted = barsQuestion(question);
    const LessonBars bars = barsOf(lesson, question);
    BarsVerdict verdict;
    verdict.unitNs = unitOf(wanted, figures);
    const std::vector<Place> measured = measuredPlaces(bars, verdict.unitNs, result.recording.timeline);
    const std::vector<Place> drawn = drawnPlaces(bars, starts);
    std::size_t right = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        JudgedBar bar;
        bar.drawn = drawn[i].begin;
        bar.start = measured[i].begin;
        bar.end = measured[i].end;
        bar.right = std::abs(bar.drawn - bar.start) <= wanted.tolerance;
        bar.text = Phrase("engine", "%1: drawn at %2, it ran from %3 to %4")
                       .arg(bars.bars[i].name, unitsText(bar.drawn), unitsText(bar.start), unitsText(bar.end));
        right += bar.right ? 1 : 0;
        verdict.bars.push_back(std::move(bar));
    }
    verdict.overlaps = differingOverlaps(bars, drawn, measured, wanted.tolerance);
    verdict.right = right == drawn.size() && verdict.overlaps.empty();
    verdict.text = Phrase("engine", "%1 of %2 bars are where they ran").arg(right, drawn.size());
    return verdict;
}

std::vector<double> measuredStarts(const Lesson &lesson, const LessonQuestion &question,
                                   const LessonFigureSource &figures, const RunResult &result)
{
    std::vector<double> starts;
    for (const Place &place :
         measuredPlaces(barsOf(lesson, question), unitOf(barsQuestion(question), figures), result.recording.timeline))
        starts.push_back(place.begin);
    return starts;
}

} // namespace streamscope
