// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/timeline/interval_pyramid.h"
#include "engine/timeline/timeline.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// Host: a host thread's calls and work. Sync: synchronisations, in which the thread only waits.
enum class LaneKind : std::uint8_t { Host, Sync, Stream, Engine };

/// One sub-row of a lane: spans that do not overlap, in order of begin, with their level-of-detail index.
struct LaneRow
{
    std::size_t first = 0, past = 0;         ///< a range of Lane::spans
    IntervalPyramid executing;               ///< of these spans
    std::vector<std::uint32_t> waitingSpans; ///< the spans that are drawn as waiting, in order
    IntervalPyramid waiting;                 ///< of these
};

/// One row of the picture: the spans of a stream, of an engine, or the calls of the host.
struct Lane
{
    LaneKind kind = LaneKind::Stream;
    std::string label;  ///< "Stream 2", "Copy engine H2D", "Host", with several threads "Host thread 1"
    std::string detail; ///< "priority −5", "serves both directions"; may be empty
    int device = 0;
    std::int32_t thread = 0;          ///< Host and Sync lanes: the host thread
    std::int32_t stream = -1;         ///< Stream lanes: index into Timeline::streams()
    Engine engine = Engine::None;     ///< Engine lanes; CopyH2D for a shared copy engine
    std::vector<std::uint32_t> spans; ///< indices into the Timeline; row by row, sorted by begin within each
    std::vector<LaneRow> rows;        ///< at least one; enough that no span hides another
    std::int64_t busyNs = 0;          ///< length of the union of the executing spans
    std::int64_t blockedNs = 0;       ///< Sync lane: length of the union of its synchronisations

    std::size_t memoryBytes() const;
};

/// The interval of a span on a lane: from call to return on the host's lanes, from start to end elsewhere. A span that
/// ends before it begins gets length 0.
struct LaneInterval
{
    std::int64_t begin;
    std::int64_t end;
};
LaneInterval intervalOn(LaneKind lane, const Timeline &timeline, std::uint32_t span);

/// The interval in which a span waits on its stream's lane: from ready to start; empty when it did not wait.
inline LaneInterval waitingOf(const Timeline &timeline, std::uint32_t span)
{
    const std::int64_t start = timeline.starts()[span];
    const std::int64_t ready = timeline.ready(span);
    return {ready == unknownTime || ready > start ? start : ready, start};
}

/// The tags of spans in the index of a row: of a kernel the tag of its name, where names have one, else the kind.
struct SpanTags
{
    const std::uint8_t *ofKernels = nullptr; ///< by name index, below 32; null: names have none

    std::uint32_t of(const Timeline &timeline, std::uint32_t span) const
    {
        const OperationKind kind = timeline.kinds()[span];
        return ofKernels && kind == OperationKind::Kernel ? ofKernels[timeline.nameIndices()[span]]
                                                          : static_cast<std::uint32_t>(kind);
    }
};

/// The Source of a LaneRow's `executing` index.
struct ExecutingIntervals
{
    const Timeline &timeline;
    LaneKind kind;
    const std::uint32_t *spans;
    SpanTags tags = {}; ///< those of buildLanes()

    std::uint32_t id(std::size_t i) const { return spans[i]; }
    std::uint32_t span(std::size_t i) const { return spans[i]; }
    std::int64_t begin(std::size_t i) const { return intervalOn(kind, timeline, spans[i]).begin; }
    std::int64_t end(std::size_t i) const { return intervalOn(kind, timeline, spans[i]).end; }
    std::uint32_t tag(std::size_t i) const { return tags.of(timeline, spans[i]); }
};

/// The Source of a LaneRow's `waiting` index. The part of a wait that the previous span of the row covers is cut off.
struct WaitingIntervals
{
    const Timeline &timeline;
    const LaneRow &row;
    const std::uint32_t *spans; ///< of the lane
    SpanTags tags = {};         ///< those of buildLanes()

    std::uint32_t id(std::size_t i) const { return row.waitingSpans[i]; }
    std::uint32_t span(std::size_t i) const { return row.waitingSpans[i]; }
    std::int64_t begin(std::size_t i) const;
    std::int64_t end(std::size_t i) const { return timeline.starts()[span(i)]; }
    std::uint32_t tag(std::size_t i) const { return tags.of(timeline, span(i)); }
};

/// The place of a span on a lane.
struct LanePosition
{
    std::size_t row = 0;
    std::size_t index = 0; ///< into Lane::spans
};
/// On a host lane that of the call, which the nodes of a graph share. Empty when the span is not on the lane. Costs
/// log(spans).
std::optional<LanePosition> positionOn(const Lane &lane, const Timeline &timeline, std::uint32_t span);

/// The span that begins next after `span` on a lane (or last before it), in any sub-row. Spans with equal begins follow
/// in order of issue. Empty at the ends of the lane.
std::optional<std::uint32_t> neighbourOn(const Lane &lane, const Timeline &timeline, std::uint32_t span, bool next);

enum class Grouping : std::uint8_t { Host, Streams, Engines };

/// The part of a Timeline that holds one of several runs: its spans and its streams.
struct TimelinePart
{
    std::size_t firstSpan = 0, endSpan = std::numeric_limits<std::size_t>::max();
    std::size_t firstStream = 0, endStream = std::numeric_limits<std::size_t>::max();
    int firstDevice = 0; ///< device 0 of that run
    SpanTags tags = {};  ///< for the index
};

/// The lanes of one group with their index, in drawing order. A stream without spans has a lane (an idle stream is
/// information), an engine without spans has none. `device` tells whether both copy directions share one engine and so
/// one lane. Only `part` is read.
std::vector<Lane> buildLanes(const Timeline &timeline, const DeviceInfo &device, Grouping grouping,
                             const TimelinePart &part = {});

} // namespace streamscope
