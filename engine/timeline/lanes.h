// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/timeline/interval_forest.h"
#include "engine/timeline/timeline.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// Host: its calls and its work. Sync: the synchronisations in which it only waits.
enum class LaneKind : std::uint8_t { Host, Sync, Stream, Engine };

/// One sub-row of a lane: spans that do not overlap there, in the order of their begins, with their level of detail.
struct LaneRow
{
    std::size_t first = 0, past = 0;         ///< a stretch of Lane::spans
    IntervalForest executing;                ///< of these spans
    std::vector<std::uint32_t> waitingSpans; ///< the ones that are seen to wait, in order
    IntervalForest waiting;                  ///< of these
};

/// One row of the picture: the spans of a stream, of an engine, or the calls of the host.
struct Lane
{
    LaneKind kind = LaneKind::Stream;
    std::string label;  ///< "Stream 2", "Copy engine H2D", "Host"
    std::string detail; ///< "priority −5", "serves both directions"; may be empty
    int device = 0;
    std::int32_t stream = -1;         ///< Stream lanes: index into Timeline::streams()
    Engine engine = Engine::None;     ///< Engine lanes; a shared copy engine says CopyH2D
    std::vector<std::uint32_t> spans; ///< indices into the Timeline; row by row, in each sorted by begin
    std::vector<LaneRow> rows;        ///< at least one, so that nothing is hidden behind another
    std::int64_t busyNs = 0;          ///< length of the union of the executing spans
    std::int64_t blockedNs = 0;       ///< Sync lane: length of the union of its synchronisations

    std::size_t memoryBytes() const;
};

/// Where a span lies on a lane: on the host's lanes from the call to its return, elsewhere from start to end. What ends
/// before it begins is taken to end at once.
struct LaneInterval
{
    std::int64_t begin;
    std::int64_t end;
};
LaneInterval intervalOn(LaneKind lane, const Timeline &timeline, std::uint32_t span);

/// When a span is seen to wait on a stream's lane: from being ready until its start, empty where it did not wait.
inline LaneInterval waitingOf(const Timeline &timeline, std::uint32_t span)
{
    const std::int64_t start = timeline.starts()[span];
    const std::int64_t ready = timeline.ready(span);
    return {ready == unknownTime || ready > start ? start : ready, start};
}

/// A LaneRow's spans for its IntervalForest.
struct ExecutingIntervals
{
    const Timeline &timeline;
    LaneKind kind;
    const std::uint32_t *spans;

    std::uint32_t id(std::size_t i) const { return spans[i]; }
    std::uint32_t span(std::size_t i) const { return spans[i]; }
    std::int64_t begin(std::size_t i) const { return intervalOn(kind, timeline, spans[i]).begin; }
    std::int64_t end(std::size_t i) const { return intervalOn(kind, timeline, spans[i]).end; }
    std::uint32_t tag(std::size_t i) const { return static_cast<std::uint32_t>(timeline.kinds()[spans[i]]); }
};

/// The waiting of a LaneRow's waitingSpans. Waiting hidden behind the span before in the row is cut.
struct WaitingIntervals
{
    const Timeline &timeline;
    const LaneRow &row;
    const std::uint32_t *spans; ///< of the lane

    std::uint32_t id(std::size_t i) const { return row.waitingSpans[i]; }
    std::uint32_t span(std::size_t i) const { return row.waitingSpans[i]; }
    std::int64_t begin(std::size_t i) const;
    std::int64_t end(std::size_t i) const { return timeline.starts()[span(i)]; }
    std::uint32_t tag(std::size_t i) const { return static_cast<std::uint32_t>(timeline.kinds()[span(i)]); }
};

/// Where a span is on a lane.
struct LanePosition
{
    std::size_t row = 0;
    std::size_t index = 0; ///< into Lane::spans
};
/// Empty when the lane does not have it. Costs log(spans).
std::optional<LanePosition> positionOn(const Lane &lane, const Timeline &timeline, std::uint32_t span);

/// The span that begins next after `span` on a lane, or last before it, whatever their sub-rows; of those that begin at
/// once the one issued later is the later one. Empty at the ends of the lane.
std::optional<std::uint32_t> neighbourOn(const Lane &lane, const Timeline &timeline, std::uint32_t span, bool next);

enum class Grouping : std::uint8_t { Host, Streams, Engines };

/// A stretch of a Timeline that holds one run of several: its spans and its streams.
struct TimelinePart
{
    std::size_t firstSpan = 0, pastSpan = std::numeric_limits<std::size_t>::max();
    std::size_t firstStream = 0, pastStream = std::numeric_limits<std::size_t>::max();
};

/// The lanes of one group with their index, in the order in which they are drawn. Streams and engines without a span
/// are kept for streams (an idle stream is information) and left out for engines. The device tells whether both copy
/// directions share one engine and so one lane. Nothing outside `part` is looked at.
std::vector<Lane> buildLanes(const Timeline &timeline, const DeviceInfo &device, Grouping grouping,
                             const TimelinePart &part = {});

} // namespace streamscope
