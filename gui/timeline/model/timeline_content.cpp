// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/timeline_content.h"

#include "gui/background/shared_work.h"
#include "gui/timeline/model/compared_lanes.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace streamscope {

namespace {

bool isMeasured(Clock clock)
{
    return clock == Clock::Event || clock == Clock::EventEngine || clock == Clock::GlobalTimer || clock == Clock::Cupti
           || clock == Clock::Watch;
}

VerificationState verificationOf(const Recording &recording, const ContentLane &lane)
{
    if (lane.isPrediction || lane.lane.kind == LaneKind::Host || lane.lane.kind == LaneKind::Sync)
        return VerificationState::None;
    if (recording.verification == Verification::Failed)
        return VerificationState::Failed;
    const std::span<const Clock> clocks = recording.timeline.clocks();
    const bool unverified =
        recording.verification == Verification::NotApplicable && std::any_of(clocks.begin(), clocks.end(), isMeasured);
    return unverified ? VerificationState::Unverified : VerificationState::None;
}

ContentLane prepared(Lane lane, std::int64_t runNs)
{
    ContentLane content;
    if (runNs > 0) {
        content.busyShare = static_cast<double>(lane.busyNs) / static_cast<double>(runNs);
        content.blockedShare = static_cast<double>(lane.blockedNs) / static_cast<double>(runNs);
    }
    content.lane = std::move(lane);
    return content;
}

} // namespace

OperationKind shownKind(LaneKind lane, OperationKind kind)
{
    return lane == LaneKind::Host && kind != OperationKind::Sync ? OperationKind::HostWork : kind;
}

bool isWaitingItself(OperationKind kind)
{
    return kind == OperationKind::Sync;
}

std::int64_t drawnBegin(const Span &span, bool showsWaiting)
{
    return showsWaiting ? span.start - span.waited() : span.start;
}

TimelineContent::TimelineContent(std::shared_ptr<const Recording> recording, bool isPrediction)
    : m_recording(std::move(recording)), m_isPrediction(isPrediction)
{
    makeGroups();
}

TimelineContent::TimelineContent(std::shared_ptr<const ComparedRuns> compared)
    : m_compared(std::move(compared)), m_recording(m_compared->merged)
{
    makeGroups();
}

void TimelineContent::makeGroups()
{
    if (isEmpty())
        return;
    m_beginNs = timeline().begin();
    m_endNs = timeline().end();
    // The groups know nothing of each other.
    std::array<ContentGroup, 3> groups;
    const auto make = [&](std::size_t i) { groups[i] = madeGroup(static_cast<Grouping>(i)); };
    shareLargeWork(timeline().size(), groups.size(), make);
    for (ContentGroup &group : groups)
        if (!group.lanes.empty())
            m_groups.push_back(std::move(group));
    addBlocks();
    notice();
}

ContentGroup TimelineContent::madeGroup(Grouping grouping) const
{
    ContentGroup group;
    group.grouping = grouping;
    if (m_compared) {
        for (ComparedLane &lane : comparedLanes(*m_compared, grouping)) {
            group.lanes.push_back(prepared(std::move(lane.lane), lane.runNs));
            group.lanes.back().side = lane.side;
            group.lanes.back().isPrediction = m_compared->run(lane.side).origin == RunOrigin::Predicted;
            group.lanes.back().verification = verificationOf(*m_compared->run(lane.side).recording, group.lanes.back());
            if (grouping != Grouping::Host)
                group.lanes.back().differences = DifferenceSums(*m_compared, group.lanes.back().lane.spans);
        }
        return group;
    }
    for (Lane &lane : buildLanes(timeline(), m_recording->device, grouping))
        group.lanes.push_back(prepared(std::move(lane), m_endNs - m_beginNs));
    for (ContentLane &lane : group.lanes) {
        lane.isPrediction = m_isPrediction;
        lane.verification = verificationOf(*m_recording, lane);
    }
    return group;
}

void TimelineContent::addBlocks()
{
    const BlockRecords &records = timeline().blocks();
    if (records.empty())
        return;
    m_blocks.emplace(records);
    addBlockLanes();
    numberKernels();
}

void TimelineContent::addBlockLanes()
{
    const auto add = [this](std::size_t index, int device, std::int64_t runNs, std::optional<Side> side) {
        ContentBlockLane lane{index, device, std::nullopt, side};
        if (runNs > 0)
            lane.busyShare = static_cast<double>(blockLane(lane).busyNs) / static_cast<double>(runNs);
        m_blockLanes.push_back(lane);
    };
    if (m_compared) {
        for (const ComparedBlockLane &lane : comparedBlockLanes(*m_compared))
            add(lane.index, lane.device, lane.runNs, lane.side);
        return;
    }
    for (std::size_t i = 0; i < timeline().blocks().lanes().size(); ++i)
        add(i, timeline().blocks().lanes()[i].device, m_endNs - m_beginNs, std::nullopt);
}

/// What a comparison has matched has one colour in both.
void TimelineContent::numberKernels()
{
    constexpr std::int32_t noBlocks = -1;
    m_kernelNumber.assign(timeline().size(), noBlocks);
    for (const std::uint32_t span : timeline().blocks().spans())
        m_kernelNumber[span] = 0;
    for (std::uint32_t span = 0; span < m_kernelNumber.size(); ++span) {
        if (m_kernelNumber[span] == noBlocks)
            continue;
        const auto partner = m_compared && m_compared->sideOf(span) == Side::B ? m_compared->counterpart(span)
                                                                               : std::optional<std::uint32_t>();
        if (partner && m_kernelNumber[*partner] != noBlocks) {
            m_kernelNumber[span] = m_kernelNumber[*partner];
            continue;
        }
        m_kernelNumber[span] = static_cast<std::int32_t>(m_blockKernels.size());
        m_blockKernels.push_back(span);
    }
}

std::optional<std::size_t> TimelineContent::kernelNumber(std::uint32_t span) const
{
    if (span >= m_kernelNumber.size() || m_kernelNumber[span] < 0)
        return std::nullopt;
    return static_cast<std::size_t>(m_kernelNumber[span]);
}

const Timeline &TimelineContent::timeline() const
{
    static const Timeline nothing;
    return m_recording ? m_recording->timeline : nothing;
}

std::vector<VerificationState> TimelineContent::verificationStates() const
{
    std::vector<VerificationState> found;
    for (const ContentGroup &group : m_groups)
        for (const ContentLane &lane : group.lanes)
            if (lane.verification != VerificationState::None
                && std::find(found.begin(), found.end(), lane.verification) == found.end())
                found.push_back(lane.verification);
    return found;
}

bool TimelineContent::isSimulated() const
{
    return m_recording && !m_compared && m_recording->device.kind == DeviceKind::Simulated;
}

/// What all views ask of the whole run, in one pass over it.
void TimelineContent::notice()
{
    std::array<bool, clockCount> clocks{};
    std::array<bool, operationKindCount> kinds{};
    QStringList names;
    const auto addClock = [&](Clock clock) {
        if (std::exchange(clocks[static_cast<std::size_t>(clock)], true))
            return;
        const std::string_view name = clockName(clock);
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    };
    for (std::size_t i = 0; i < timeline().size(); ++i) {
        addClock(timeline().clocks()[i]);
        kinds[static_cast<std::size_t>(timeline().kinds()[i])] = true;
        m_reversedSpans += timeline().ends()[i] < timeline().starts()[i] ? 1 : 0;
    }
    if (m_blocks && !m_compared)
        addClock(timeline().blockClock());
    for (const Side side : m_compared ? std::vector{Side::A, Side::B} : std::vector<Side>())
        if (const Timeline &own = m_compared->run(side).recording->timeline; !own.blocks().empty())
            addClock(own.blockClock());
    m_clockText = names.join(QStringLiteral(", "));
    for (const ContentGroup &group : m_groups) {
        for (const ContentLane &lane : group.lanes) {
            if (lane.lane.kind == LaneKind::Host && lane.lane.busyNs > 0)
                kinds[static_cast<std::size_t>(OperationKind::HostWork)] = true; // calls are drawn like it
            for (const LaneRow &row : lane.lane.rows)
                m_anythingWaited = m_anythingWaited || !row.waitingSpans.empty();
        }
    }
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i])
            m_kindsUsed.push_back(static_cast<OperationKind>(i));
}

std::size_t TimelineContent::memoryBytes() const
{
    std::size_t bytes = 0;
    for (const ContentGroup &group : m_groups)
        for (const ContentLane &lane : group.lanes)
            bytes += lane.lane.memoryBytes();
    return bytes;
}

} // namespace streamscope
