// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/analysis/range_figures.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/recording.h"

#include <QByteArray>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// What an engine tells of a trace that lies on its machine: facts of the whole once, and then the bars that are looked
// at. Every read function throws BrokenStream for bytes that its write function never writes.

namespace streamscope {

/// Which trace is wanted.
struct TraceRequestContent
{
    std::string path; ///< there; relative to the home of the login
    bool salvage = false;
    std::string language = {}; ///< of lanes and facts: a code as "de"; empty: English
};
QByteArray writeTraceRequest(const TraceRequestContent &request);
TraceRequestContent readTraceRequest(const QByteArray &content);

struct TraceHeading
{
    std::string key, title, foldedTitle;
    bool foldedAtFirst = false;
};

/// A lane as it is drawn beside its bars; see ContentLane, whose words these are.
struct TraceLane
{
    static constexpr std::size_t groupingCount = 5;

    std::string key, title, detail, busyText, countText, toolTip;
    std::optional<double> busyShare;
    std::int32_t device = -1; ///< −1: belongs to none
    std::uint32_t rows = 0;
    std::uint8_t groupings = 0;         ///< a bit for each grouping that has it
    std::vector<TraceHeading> headings; ///< by grouping
    /// Of bars with colours of their own, 0xRRGGBB: all of one theme, then those of the next; empty: the colours of
    /// kinds and names.
    std::vector<std::uint32_t> fills;
};

struct TraceKernelName
{
    std::string name;
    std::uint8_t tag = 0;
    std::int64_t totalNs = 0;
};

/// What the window must know of a trace before it draws.
struct TraceFacts
{
    std::int64_t beginNs = 0, endNs = 0;
    std::uint64_t operations = 0;
    std::vector<TraceLane> lanes; ///< in drawing order
    std::vector<OperationKind> kinds;
    bool anythingWaited = false, severalDevices = false;
    std::vector<TraceKernelName> kernels;
    std::uint64_t kernelNames = 0;
    std::vector<std::uint8_t> density; ///< DensityColumn::share of each part of the run, 0 … 255
};

/// A trace that an engine has read. The recording has no operations: they stay there.
struct OpenedTrace
{
    TraceFacts facts;
    Recording recording;
    RunAnalysis analysis;
    ImportReport import;
};
QByteArray writeOpenedTrace(const OpenedTrace &opened);
OpenedTrace readOpenedTrace(const QByteArray &content);

/// The part of the axis that a window shows, in its device pixels.
struct TraceView
{
    std::int64_t originNs = 0;
    double nsPerPixel = 1;
    std::uint32_t pixels = 0;

    static constexpr std::uint32_t mostPixels = 1U << 15;
    friend bool operator==(const TraceView &, const TraceView &) = default;
};

struct TraceRow
{
    std::uint32_t lane = 0, row = 0;

    friend auto operator<=>(const TraceRow &, const TraceRow &) = default;
};

/// Which bars are wanted.
struct RowsQuestion
{
    TraceView view;
    std::vector<TraceRow> rows;
};
QByteArray writeRowsQuestion(const RowsQuestion &question);
RowsQuestion readRowsQuestion(const QByteArray &content);

/// A stretch of pixels with many operations.
struct TraceStretch
{
    std::uint32_t first = 0, past = 0;
    std::uint64_t count = 0;
};
/// What a wide bar says.
struct TraceLabel
{
    std::uint32_t bar = 0, text = 0; ///< indices
};

/// The bars of a row as they are drawn at the question's view, by column: of SceneBars, to the precision that a screen
/// shows.
struct RowBars
{
    static constexpr std::uint8_t mostCoverage = 31, mostShare = 15; ///< a screen shows no more of a row
    static constexpr std::uint8_t colourBits = 31, waitingBit = 32,
                                  edgedBit = 64; ///< of `looks`; edged cells have a mix

    TraceRow row;
    bool parts = false;                ///< bars are parts of operations, or stand for none
    std::vector<std::uint8_t> colours; ///< of the stacks, from the bottom up
    std::vector<std::int32_t> gaps;    ///< pixels from the end of the bar before, negative where a new pass begins
    std::vector<std::uint32_t>
        extents; ///< 0: a cell of one operation, 1: a cell of several; else one more than the pixels
    std::vector<std::uint8_t> looks;
    std::vector<std::uint8_t> coverages; ///< 0 … mostCoverage
    /// Of the cells with a mix, 0 … mostShare: all of the first colour, then … The last colour has the rest.
    std::vector<std::uint8_t> shares;
    std::vector<TraceLabel> labels;
    std::vector<TraceStretch> stretches;

    std::size_t size() const { return gaps.size(); }
    /// The number of cells with a mix.
    std::size_t mixes() const;
};
struct RowsAnswer
{
    std::vector<RowBars> rows; ///< in the order of the question
    std::vector<std::string> texts;
};
QByteArray writeRowsAnswer(const RowsAnswer &answer);
/// @throws BrokenStream also where it is no answer to `question`.
RowsAnswer readRowsAnswer(const QByteArray &content, const RowsQuestion &question);

/// What is under the pointer: the bar of a row that begins at a pixel.
struct BarQuestion
{
    TraceView view;
    TraceRow row;
    std::uint32_t left = 0;    ///< of the bar
    std::uint32_t pointer = 0; ///< pixel
};
struct BarAnswer
{
    std::string toolTip; ///< rich text
    std::vector<std::pair<std::string, std::string>> facts;
    std::optional<std::pair<std::int64_t, std::int64_t>> times; ///< begin and end of the operation, nanoseconds
};
QByteArray writeBarQuestion(const BarQuestion &question);
BarQuestion readBarQuestion(const QByteArray &content);
QByteArray writeBarAnswer(const BarAnswer &answer);
BarAnswer readBarAnswer(const QByteArray &content);

/// The figures of a selected range.
QByteArray writeRangeQuestion(std::int64_t beginNs, std::int64_t endNs);
std::pair<std::int64_t, std::int64_t> readRangeQuestion(const QByteArray &content);
QByteArray writeRangeAnswer(const RangeFigures &figures);
RangeFigures readRangeAnswer(const QByteArray &content);

/// A search of the operations there, and a step from one that was found to the next.
struct SearchQuestion
{
    enum class Step : std::uint8_t { None, Next, Previous };

    std::string text;       ///< see SpanQuery
    std::int64_t from = -1; ///< an operation; −1: before the first
    Step step = Step::None; ///< goes round at the ends
};
struct FoundOperation
{
    std::uint64_t number = 0; ///< among those that were found, from 1 on
    std::int64_t operation = 0;
    std::string lane; ///< key of a lane that shows it; empty: none does
    std::int64_t beginNs = 0, endNs = 0;
    std::vector<std::pair<std::string, std::string>> facts;
};
struct SearchAnswer
{
    std::string problem; ///< of the text, in one sentence; may be empty
    std::uint64_t count = 0;
    std::int64_t sumNs = 0; ///< of their durations
    std::optional<FoundOperation> found;
};
QByteArray writeSearchQuestion(const SearchQuestion &question);
SearchQuestion readSearchQuestion(const QByteArray &content);
QByteArray writeSearchAnswer(const SearchAnswer &answer);
SearchAnswer readSearchAnswer(const QByteArray &content);

/// Long work on the trace there, which goes on beside other questions. Whoever wants it asks until it is done, and then
/// for one piece after another of what it made.
struct WorkQuestion
{
    enum class Kind : std::uint8_t {
        Advice, ///< the analysis with tried changes, see writeAdvised()
        Export, ///< a file in the format of `suffix`
        File,   ///< the file of the trace itself
    };
    static constexpr std::uint32_t leastPiece = 1U << 16, mostPiece = 1U << 22;

    Kind kind = Kind::Advice;
    std::uint64_t number = 0; ///< another number than before: the work is done anew, and the former is stopped
    std::string suffix;       ///< ".csv", see exportResult()
    std::string look;         ///< of a picture; its words are those of who draws
    std::optional<std::pair<std::int64_t, std::int64_t>> range; ///< empty: the whole run
    std::uint64_t offset = 0;                                   ///< of the piece that is wanted
    std::uint32_t size = 1U << 17; ///< its bytes, leastPiece to mostPiece; at first a tenth of a second at 10 Mbit/s
};
struct WorkAnswer
{
    std::int32_t done = 0, total = 1; ///< of the work; `total` ≥ 1
    std::string what;
    bool isDone = false;
    std::uint64_t size = 0; ///< bytes that it made in all; 0 before it is done
    std::string mark;       ///< of what it made: with another one, pieces do not belong together
    std::string piece;      ///< from the question's offset on, as large as it says; empty behind the end
};
QByteArray writeWorkQuestion(const WorkQuestion &question);
WorkQuestion readWorkQuestion(const QByteArray &content);
QByteArray writeWorkAnswer(const WorkAnswer &answer);
/// @throws BrokenStream also where it is no answer to `question`.
WorkAnswer readWorkAnswer(const QByteArray &content, const WorkQuestion &question);

/// Content of a Cancel: nobody wants the long work of this number any more, nor what it made.
QByteArray writeWorkCancel(std::uint64_t number);
std::uint64_t readWorkCancel(const QByteArray &content);

/// What Kind::Advice makes.
QByteArray writeAdvised(const RunAnalysis &analysis);
RunAnalysis readAdvised(const QByteArray &content);

} // namespace streamscope
