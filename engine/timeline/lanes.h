// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/timeline/timeline.h"

#include <string>
#include <vector>

namespace streamscope {

enum class LaneKind : std::uint8_t { Host, Stream, Engine };

/// One row of the picture: the spans of a stream, of an engine, or the calls of the host.
struct Lane
{
    LaneKind kind = LaneKind::Stream;
    std::string label;  ///< "Stream 2", "Copy engine H2D", "Host"
    std::string detail; ///< "priority −5", "serves both directions"; may be empty
    int device = 0;
    std::int32_t stream = -1;         ///< Stream lanes: index into Timeline::streams()
    Engine engine = Engine::None;     ///< Engine lanes; a shared copy engine says CopyH2D
    std::vector<std::uint32_t> spans; ///< indices into the Timeline, sorted by begin, then by end (see intervalOn)
    std::vector<std::uint16_t> rows;  ///< parallel to `spans`: the sub-row of each, so that nothing is hidden
    int rowCount = 1;
    std::int64_t busyNs = 0; ///< length of the union of the executing spans
    std::int64_t blockedNs =
        0; ///< Host lane: length of the union of its synchronisations, in which the host only waits
};

/// Where a span lies on a lane: on the host's lane from the call to its return, elsewhere from start to end.
struct LaneInterval
{
    std::int64_t begin;
    std::int64_t end;
};
LaneInterval intervalOn(LaneKind lane, const Timeline &timeline, std::uint32_t span);

enum class Grouping : std::uint8_t { Host, Streams, Engines };

/// The lanes of one group, in the order in which they are drawn. Streams and engines without a span are kept for
/// streams (an idle stream is information) and left out for engines. The device tells whether both copy directions
/// share one engine and so one lane.
std::vector<Lane> buildLanes(const Timeline &timeline, const DeviceInfo &device, Grouping grouping);

} // namespace streamscope
