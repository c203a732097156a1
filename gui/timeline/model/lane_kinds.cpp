// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/lane_kinds.h"

#include "engine/formats/reports/comparison_words.h"
#include "gui/background/shared_work.h"
#include "gui/language/translated.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/model/timeline_content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <span>

namespace streamscope {

namespace {

/// Every kind of lane, in drawing order.
constexpr std::array laneKinds{&stepLanes,          &hostEventLanes,  &hostLanes, &deviceRangeLanes,
                               &streamLanes,        &engineLanes,     &smLanes,   &bandwidthLanes,
                               &activeStreamsLanes, &queueDepthLanes, &smUseLanes};

bool isMeasured(Clock clock)
{
    return clock == Clock::Event || clock == Clock::EventEngine || clock == Clock::GlobalTimer || clock == Clock::Cupti
           || clock == Clock::Watch;
}

VerificationState verificationOf(const Recording &recording)
{
    if (recording.verification == Verification::Failed)
        return VerificationState::Failed;
    const std::span<const Clock> clocks = recording.timeline.clocks();
    const bool isOurRun = recording.timeline.hostCalls().empty(); // of other programs the calls were recorded
    const bool unverified = isOurRun && recording.verification == Verification::NotApplicable
                            && std::any_of(clocks.begin(), clocks.end(), isMeasured);
    return unverified ? VerificationState::Unverified : VerificationState::None;
}

LaneSource sideOf(const TimelineContent &content, Side side)
{
    const ComparedRuns &compared = *content.compared();
    const Recording &own = *compared.run(side).recording;
    const auto [firstSpan, endSpan] = compared.spansOf(side);
    const auto [firstStream, endStream] = compared.streamsOf(side);
    const int firstDevice = side == Side::A ? 0 : firstDeviceOfB(compared.run(Side::A).recording->timeline);
    const auto ownNs = static_cast<double>(own.timeline.end() - own.timeline.begin());
    return {content,
            side,
            own,
            {firstSpan, endSpan, firstStream, endStream, firstDevice, {content.names().tags()}},
            std::llround(ownNs * axisFactor(own.timeline, compared.scale)),
            verificationOf(own),
            clockNames(own.timeline)};
}

bool hasEvents(const Recording &recording)
{
    return recording.timeline.hostEvents() != nullptr;
}

/// Below each lane of A the lane of B with the same `comparedAs`, or else the next one that is paired in order.
ContentLanes paired(ContentLanes a, ContentLanes b)
{
    std::multimap<QString, std::size_t> places; // of B's lanes without a partner
    for (std::size_t i = 0; i < b.size(); ++i)
        places.emplace(b[i]->comparedAs, i);
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> partners(a.size(), none);
    std::vector<bool> taken(b.size(), false);
    const auto pair = [&](std::size_t i, std::size_t k) {
        partners[i] = k;
        taken[k] = true;
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (const auto found = places.find(a[i]->comparedAs); found != places.end()) {
            pair(i, found->second);
            places.erase(found);
        }
    }
    for (std::size_t i = 0, k = 0; i < a.size(); ++i) {
        if (partners[i] != none || !a[i]->pairsInOrder)
            continue;
        while (k < b.size() && (taken[k] || !b[k]->pairsInOrder))
            ++k;
        if (k < b.size())
            pair(i, k);
    }
    ContentLanes lanes;
    for (std::size_t i = 0; i < a.size(); ++i) {
        lanes.push_back(std::move(a[i]));
        if (partners[i] != none)
            lanes.push_back(std::move(b[partners[i]]));
    }
    std::copy_if(b.begin(), b.end(), std::back_inserter(lanes), [](const auto &lane) { return lane != nullptr; });
    if (!lanes.empty() && lanes.front()->isDetail()) // there may be other ones in B
        std::stable_sort(lanes.begin(), lanes.end(),
                         [](const auto &one, const auto &other) { return one->comparedAs < other->comparedAs; });
    return lanes;
}

} // namespace

RunAxis::RunAxis(const LaneSource &source)
{
    if (!source.side)
        return;
    beginNs = source.recording.timeline.begin();
    factor = axisFactor(source.recording.timeline, source.content.compared()->scale);
}

std::int64_t RunAxis::of(std::int64_t ownNs) const
{
    return factor == 1 ? ownNs - beginNs : std::llround(static_cast<double>(ownNs - beginNs) * factor);
}

bool anyHostEvents(const TimelineContent &content)
{
    const ComparedRuns *compared = content.compared();
    return compared ? hasEvents(*compared->run(Side::A).recording) || hasEvents(*compared->run(Side::B).recording)
                    : hasEvents(content.recording());
}

void setSide(ContentLane &lane, const std::optional<Side> &side)
{
    if (!side)
        return;
    lane.side = side;
    lane.comparedAs = lane.key;
    lane.key.prepend(sideKey(*side) + QLatin1Char('/'));
    lane.title.prepend(translated(sideTitle(*side)) + QStringLiteral("  "));
}

ContentLanes lanesOf(const TimelineContent &content)
{
    std::vector<LaneSource> sources;
    if (content.compared()) {
        for (const Side side : {Side::A, Side::B})
            sources.push_back(sideOf(content, side));
    } else {
        TimelinePart all;
        all.tags = {content.names().tags()};
        sources.push_back({content,
                           {},
                           content.recording(),
                           all,
                           content.endNs() - content.beginNs(),
                           verificationOf(content.recording()),
                           {}});
    }
    std::array<ContentLanes, laneKinds.size()> made;
    const auto make = [&](std::size_t kind) {
        made[kind] = laneKinds[kind](sources[0]);
        if (sources.size() > 1)
            made[kind] = paired(std::move(made[kind]), laneKinds[kind](sources[1]));
    };
    shareLargeWork(content.timeline().size() + content.timeline().blocks().size(), made.size(), make);
    // What a trace knows of the host's threads takes many rows: the GPU stands before them.
    const bool threadsLast = anyHostEvents(content);
    const auto isOfThreads = [&](std::size_t kind) {
        return laneKinds[kind] == &hostEventLanes || laneKinds[kind] == &hostLanes;
    };
    ContentLanes lanes;
    for (const bool threads : {false, true})
        for (std::size_t kind = 0; kind < made.size(); ++kind)
            if ((threadsLast && isOfThreads(kind)) == threads)
                lanes.insert(lanes.end(), made[kind].begin(), made[kind].end());
    return lanes;
}

} // namespace streamscope
