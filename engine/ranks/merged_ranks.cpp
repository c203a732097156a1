// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/merged_ranks.h"

#include "engine/formats/traces/trace_builder.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/ranges/carry_over.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace streamscope {

namespace {

/// The times of one rank on the axis of all.
class RankAxis
{
public:
    RankAxis(const LoadedRank &rank, std::int64_t originNs)
        : m_alignment(rank.alignment), m_zeroNs(zeroOf(*rank.trace)), m_originNs(originNs)
    {}

    /// The Timeline's 0 by the trace's own clock.
    static std::int64_t zeroOf(const ImportedTrace &trace)
    {
        return detail::saturatedAdd(trace.report.baseTimeNs.value_or(0), trace.report.originNs);
    }
    std::int64_t time(std::int64_t own) const
    {
        if (own == unknownTime)
            return own;
        return detail::saturatedDifference(m_alignment.time(detail::saturatedAdd(m_zeroNs, own)), m_originNs);
    }

private:
    const RankAlignment &m_alignment;
    std::int64_t m_zeroNs, m_originNs;
};

std::set<int> devicesOf(const Timeline &timeline)
{
    std::set<int> devices;
    for (const TimelineStream &stream : timeline.streams())
        devices.insert(stream.device);
    return devices;
}

/// Puts one rank after another into a Timeline.
class RankMerger
{
public:
    RankMerger(Timeline &merged, bool namesNodes) : m_merged(merged), m_namesNodes(namesNodes) {}

    void add(const LoadedRank &rank, const RankAxis &axis)
    {
        const Timeline &own = rank.trace->recording.timeline;
        const auto firstStream = static_cast<std::int32_t>(m_merged.streams().size());
        const std::set<int> devices = devicesOf(own);
        for (TimelineStream stream : own.streams()) {
            stream.device += m_nextDevice;
            m_merged.addStream(std::move(stream));
        }
        label(rank, devices);
        CarryOver carry(own, m_merged, firstStream, m_nextDevice);
        std::int32_t lastThread = -1;
        for (std::size_t i = 0; i < own.size(); ++i) {
            Span span = own.span(i);
            lastThread = std::max(lastThread, span.thread);
            m_merged.append(moved(span, axis, carry, firstStream));
            carry.span(i);
        }
        carry.links();
        carry.calls([&](HostCall &call) {
            lastThread = std::max(lastThread, call.thread);
            call.begin = axis.time(call.begin);
            call.end = axis.time(call.end);
            call.thread += m_nextThread;
            return true;
        });
        if (const HostEvents *events = own.hostEvents())
            lastThread = std::max(lastThread, addEvents(*events, rank, axis));
        m_nextThread += lastThread + 1;
        m_nextDevice += devices.empty() ? 1 : std::max(*devices.rbegin(), 0) + 1;
    }

    /// Call it once, after all ranks.
    void finish()
    {
        if (m_events.size() > 0)
            m_merged.setHostEvents(
                m_events.make(0, [this](std::int32_t thread) { return m_threads[static_cast<std::size_t>(thread)]; }));
    }

private:
    /// @returns the largest number of a thread among those of the rank.
    std::int32_t addEvents(const HostEvents &events, const LoadedRank &rank, const RankAxis &axis)
    {
        std::int32_t last = -1;
        std::vector<std::uint32_t> names;
        for (const std::string &name : events.names())
            names.push_back(m_events.intern(name));
        std::vector<std::uint16_t> styles;
        for (const RangeStyle &style : events.styles())
            styles.push_back(m_events.style(style));
        for (EventThread thread : events.threads()) {
            const auto [first, past] = std::pair(thread.first, thread.past);
            last = std::max(last, thread.number);
            thread.name = "Rank " + std::to_string(rank.rank) + " · " + thread.name;
            thread.number += thread.number < 0 ? 0 : m_nextThread;
            thread.first = thread.past = 0;
            thread.rows = {};
            const auto number = static_cast<std::int32_t>(m_threads.size());
            m_threads.push_back(std::move(thread));
            for (std::uint32_t i = first; i < past; ++i) {
                const HostEvent event = events[i];
                m_events.add({axis.time(event.begin), axis.time(event.end), names[event.name], number,
                              styles[event.style], event.kind});
            }
        }
        return last;
    }

    Span moved(Span span, const RankAxis &axis, CarryOver &carry, std::int32_t firstStream) const
    {
        for (std::int64_t *time : {&span.issue, &span.ready, &span.start, &span.end, &span.returned})
            *time = axis.time(*time);
        span.name = carry.name(span.name);
        span.stream += span.stream < 0 ? 0 : firstStream;
        span.thread += m_nextThread;
        return span;
    }

    void label(const LoadedRank &rank, const std::set<int> &devices)
    {
        const std::string &node = rank.trace->report.node;
        const std::string name =
            "Rank " + std::to_string(rank.rank) + (m_namesNodes && !node.empty() ? " · " + node : "");
        for (const int device : devices)
            m_merged.setDeviceLabel(device + m_nextDevice,
                                    devices.size() == 1 ? name : name + " · GPU " + std::to_string(device));
    }

    Timeline &m_merged;
    bool m_namesNodes; ///< the ranks ran on several machines
    HostEventList m_events;
    std::vector<EventThread> m_threads; ///< by NewHostEvent::thread
    int m_nextDevice = 0;
    std::int32_t m_nextThread = 0;
};

} // namespace

MergedRanks mergeRanks(const std::vector<LoadedRank> &ranks)
{
    MergedRanks made;
    if (ranks.empty())
        return made;
    Recording &merged = made.recording;
    merged.device = ranks.front().trace->recording.device;
    std::int64_t origin = std::numeric_limits<std::int64_t>::max();
    std::size_t spans = 0;
    for (const LoadedRank &rank : ranks) {
        const Timeline &own = rank.trace->recording.timeline;
        if (!own.empty())
            origin = std::min(origin, RankAxis(rank, 0).time(own.begin()));
        spans += own.size();
    }
    if (spans == 0)
        origin = 0;
    merged.timeline.reserve(spans);
    const bool severalNodes = std::any_of(ranks.begin(), ranks.end(), [&ranks](const LoadedRank &rank) {
        return rank.trace->report.node != ranks.front().trace->report.node;
    });
    RankMerger merger(merged.timeline, severalNodes);
    for (const LoadedRank &rank : ranks)
        merger.add(rank, RankAxis(rank, origin));
    merger.finish();
    setMakespanFromTimeline(merged);
    made.originNs = origin;
    return made;
}

ImportReport mergedReport(const std::vector<LoadedRank> &ranks, const std::string &source)
{
    ImportReport merged;
    merged.source = source;
    merged.processes = static_cast<int>(ranks.size());
    for (const LoadedRank &rank : ranks) {
        const ImportReport &own = rank.trace->report;
        merged.format = own.format;
        merged.clockBase = own.clockBase;
        merged.worldSize = std::max(merged.worldSize, own.worldSize);
        merged.eventsRead += own.eventsRead;
        merged.bytesRead += own.bytesRead;
        merged.calls += own.calls;
        merged.sharedNumbers += own.sharedNumbers;
        merged.host.threads += own.host.threads;
        merged.host.calls += own.host.calls;
        merged.host.operators += own.host.operators;
        merged.host.ranges += own.host.ranges;
        merged.host.pythonFrames += own.host.pythonFrames;
        for (std::size_t kind = 0; kind < merged.kept.size(); ++kind)
            merged.kept[kind] += own.kept[kind];
        for (const auto &[reason, count] : own.skipped)
            merged.skipped[reason] += count;
        for (ImportReport::Device device : own.devices) {
            device.name = "rank " + std::to_string(rank.rank) + ": " + device.name;
            merged.devices.push_back(std::move(device));
        }
        for (const std::string &warning : own.warnings)
            merged.warnings.push_back("rank " + std::to_string(rank.rank) + ": " + warning);
    }
    return merged;
}

} // namespace streamscope
