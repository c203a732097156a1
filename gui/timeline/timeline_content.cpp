// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/timeline_content.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace streamscope {

namespace {

void fillBounds(ContentRow &row, const Timeline &timeline, LaneKind lane, bool showsWaiting)
{
    const std::size_t count = row.spans.size();
    row.earliestBegin.resize(count);
    row.latestEnd.resize(count);
    std::int64_t latest = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < count; ++i) {
        latest = std::max(latest, intervalOn(lane, timeline, row.spans[i]).end);
        row.latestEnd[i] = latest;
    }
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = count; i-- > 0;) {
        const std::int64_t begin = showsWaiting ? drawnBegin(timeline.span(row.spans[i]), true)
                                                : intervalOn(lane, timeline, row.spans[i]).begin;
        earliest = std::min(earliest, begin);
        row.earliestBegin[i] = earliest;
    }
}

ContentLane prepared(Lane lane, const Timeline &timeline, std::int64_t runNs)
{
    ContentLane content;
    content.showsWaiting = lane.kind == LaneKind::Stream;
    content.rows.resize(static_cast<std::size_t>(std::max(1, lane.rowCount)));
    for (std::size_t i = 0; i < lane.spans.size(); ++i)
        content.rows[lane.rows[i]].spans.push_back(lane.spans[i]);
    for (ContentRow &row : content.rows)
        fillBounds(row, timeline, lane.kind, content.showsWaiting);
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
    if (isEmpty())
        return;
    m_beginNs = timeline().begin();
    m_endNs = timeline().end();
    for (const Grouping grouping : {Grouping::Host, Grouping::Streams, Grouping::Engines})
        addGroup(grouping);
    addBlocks();
    for (std::size_t i = 0; i < timeline().size() && !m_anythingWaited; ++i) {
        const Span span = timeline().span(i);
        m_anythingWaited = span.stream >= 0 && span.kind != OperationKind::Sync && span.waited() > 0;
    }
}

void TimelineContent::addGroup(Grouping grouping)
{
    ContentGroup group;
    group.grouping = grouping;
    for (Lane &lane : buildLanes(timeline(), m_recording->device, grouping))
        group.lanes.push_back(prepared(std::move(lane), timeline(), m_endNs - m_beginNs));
    if (!group.lanes.empty())
        m_groups.push_back(std::move(group));
}

void TimelineContent::addBlocks()
{
    const BlockRecords &records = timeline().blocks();
    if (records.empty())
        return;
    m_blocks.emplace(records);
    m_kernelNumber.assign(timeline().size(), -1);
    for (const std::uint32_t span : records.spans())
        m_kernelNumber[span] = 0;
    for (std::size_t span = 0; span < m_kernelNumber.size(); ++span) {
        if (m_kernelNumber[span] < 0)
            continue;
        m_kernelNumber[span] = static_cast<std::int32_t>(m_blockKernels.size());
        m_blockKernels.push_back(static_cast<std::uint32_t>(span));
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

bool TimelineContent::isSimulated() const
{
    return m_recording && m_recording->device.kind == DeviceKind::Simulated;
}

QString TimelineContent::clockText() const
{
    std::array<bool, 7> seen{};
    QStringList names;
    const auto add = [&](Clock clock) {
        if (std::exchange(seen[static_cast<std::size_t>(clock)], true))
            return;
        const std::string_view name = clockName(clock);
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    };
    for (std::size_t i = 0; i < timeline().size(); ++i)
        add(timeline().span(i).clock);
    if (m_blocks)
        add(timeline().blockClock());
    return names.join(QStringLiteral(", "));
}

std::vector<OperationKind> TimelineContent::kindsUsed() const
{
    std::array<bool, operationKindCount> seen{};
    for (const OperationKind kind : timeline().kinds())
        seen[static_cast<std::size_t>(kind)] = true;
    for (const ContentGroup &group : m_groups) {
        if (group.grouping == Grouping::Host && group.lanes.front().lane.busyNs > 0)
            seen[static_cast<std::size_t>(OperationKind::HostWork)] = true; // calls are drawn like it
    }
    std::vector<OperationKind> kinds;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen[i])
            kinds.push_back(static_cast<OperationKind>(i));
    }
    return kinds;
}

} // namespace streamscope
