// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/content_lane.h"

namespace streamscope {

/// The run of which lanes are made: the only one of a content, or one side of a comparison.
struct LaneSource
{
    const TimelineContent &content;
    std::optional<Side> side;
    const Recording &recording; ///< as the run itself has it
    TimelinePart part;          ///< of the content's timeline
    std::int64_t runNs;         ///< how long the run is on the axis
    VerificationState verification;
    QString clocks; ///< of its operations; only in a comparison
};

/// Times of a run on the axis of its content, which a comparison moves and may scale.
struct RunAxis
{
    explicit RunAxis(const LaneSource &source);
    std::int64_t of(std::int64_t ownNs) const;

    std::int64_t beginNs = 0; ///< of the run, by its own clock
    double factor = 1;
};

/// The lanes of each kind. Every function is defined beside its kind of lane, in gui/timeline/lanes. Calls for
/// different kinds may run at the same time.
ContentLanes stepLanes(const LaneSource &source);
ContentLanes hostEventLanes(const LaneSource &source);
ContentLanes hostLanes(const LaneSource &source);
ContentLanes deviceRangeLanes(const LaneSource &source);
ContentLanes streamLanes(const LaneSource &source);
ContentLanes engineLanes(const LaneSource &source);
ContentLanes smLanes(const LaneSource &source);
ContentLanes bandwidthLanes(const LaneSource &source);
ContentLanes activeStreamsLanes(const LaneSource &source);
ContentLanes queueDepthLanes(const LaneSource &source);
ContentLanes smUseLanes(const LaneSource &source);

/// The heading of what a thread of the host did. Of a job with several ranks they are folded at first: GPUs come first.
/// In a comparison both runs share it, by the number of the thread.
LaneHeading threadHeading(const LaneSource &source, std::int32_t thread, const QString &name);
/// Whether the run, or one of those that are compared, has events of its host.
bool anyHostEvents(const TimelineContent &content);
/// The heading of all lanes of one side.
LaneHeading sideHeading(const TimelineContent &content, Side side);
/// Makes a lane one of its side of a comparison: its key, its title and its partner. Nothing for a single run.
void setSide(ContentLane &lane, const std::optional<Side> &side);

/// The density of the lanes under a folded heading, as one row.
std::shared_ptr<const ContentLane> foldedLane(const LaneHeading &heading, ContentLanes members);

/// The lanes of a content in drawing order, kind by kind. In a comparison each lane of B is below the corresponding
/// lane of A. Large runs are shared among the cores.
ContentLanes lanesOf(const TimelineContent &content);

} // namespace streamscope
