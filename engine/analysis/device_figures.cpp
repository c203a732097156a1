// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/device_figures.h"

#include "engine/analysis/communication.h"
#include "engine/analysis/stream_gaps.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace streamscope {

namespace {

using Intervals = std::vector<IntervalSet::Interval>;

/// The executing times of one device, each in one of the classes that the figures speak of, and once by its stream.
struct Classes
{
    Intervals compute, communication, h2d, d2h, d2d, peer, memset, migration;
    std::map<std::int32_t, Intervals> streams;
    std::map<std::tuple<OperationKind, MemoryKind, MemoryKind>, CopyRate> copies;
    std::int64_t serialNs = 0, zeroDurations = 0;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();

    bool empty() const { return streams.empty(); } // but for page migrations

    void add(const Span &span, std::int64_t ownNs, bool communicates)
    {
        const IntervalSet::Interval interval{span.start, span.end};
        first = std::min(first, span.start);
        last = std::max(last, span.end);
        streams[span.stream].push_back(interval);
        addTime(serialNs, ownNs);
        zeroDurations += span.duration() == 0 ? 1 : 0;
        if (isCopy(span.kind))
            addCopy(span);
        switch (span.kind) {
        case OperationKind::H2D:
            h2d.push_back(interval);
            break;
        case OperationKind::D2H:
            d2h.push_back(interval);
            break;
        case OperationKind::D2D:
            d2d.push_back(interval);
            break;
        case OperationKind::Peer:
            peer.push_back(interval);
            break;
        case OperationKind::Memset:
            memset.push_back(interval);
            break;
        case OperationKind::Kernel:
        case OperationKind::Collective:
            (communicates ? communication : compute).push_back(interval);
            break;
        default:
            break;
        }
    }

private:
    void addCopy(const Span &span)
    {
        CopyRate &rate = copies[{span.kind, span.from, span.to}];
        rate.kind = span.kind;
        rate.from = span.from;
        rate.to = span.to;
        ++rate.count;
        rate.bytes += span.bytes;
        addTime(rate.sumNs, span.duration());
    }
};

/// What each stream executes, merged.
using StreamSets = std::map<std::int32_t, IntervalSet>;

/// Time with exactly N streams executing, over the span of the device.
void countActiveStreams(const StreamSets &streams, DeviceFigures &figures)
{
    std::vector<std::pair<std::int64_t, int>> edges; // time, +1 or −1; ends sort before starts: touching is no overlap
    std::size_t count = 0;
    for (const auto &[stream, set] : streams)
        count += 2 * set.intervals().size();
    edges.reserve(count);
    for (const auto &[stream, set] : streams) {
        for (const auto &interval : set.intervals()) {
            edges.emplace_back(interval.begin, 1);
            edges.emplace_back(interval.end, -1);
        }
    }
    std::sort(edges.begin(), edges.end());
    int active = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        active += edges[i].second;
        const std::int64_t next = i + 1 < edges.size() ? edges[i + 1].first : edges[i].first;
        if (next > edges[i].first) {
            figures.streamsActiveNs[active] += next - edges[i].first;
            figures.maxStreamsActive = std::max(figures.maxStreamsActive, active);
        }
    }
    if (figures.idleNs > 0)
        figures.streamsActiveNs[0] = figures.idleNs;
}

double percent(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// Takes the classes apart: none of them is needed behind it.
void addOverlaps(Classes &classes, DeviceFigures &figures)
{
    const auto setOf = [](Intervals &intervals) { return IntervalSet(std::exchange(intervals, {})); };
    IntervalSet compute = setOf(classes.compute), all = compute;
    const IntervalSet communication = setOf(classes.communication), memset = setOf(classes.memset);
    const IntervalSet h2d = setOf(classes.h2d), d2h = setOf(classes.d2h), d2d = setOf(classes.d2d);
    IntervalSet copy = setOf(classes.peer);
    for (const IntervalSet *part : {&h2d, &d2h, &d2d})
        copy.add(*part);
    all.add(communication);
    const IntervalSet &kernel = all; // until the rest is added
    figures.unionNs = {kernel.length(), h2d.length(),  d2h.length(),           d2d.length(),
                       memset.length(), copy.length(), communication.length(), compute.length()};
    figures.overlapNs = {kernel.intersectionWith(h2d).length(), kernel.intersectionWith(d2h).length(),
                         h2d.intersectionWith(d2h).length(), kernel.intersectionWith(copy).length(),
                         compute.intersectionWith(communication).length()};
    figures.exposedCopyNs = copy.length() - figures.overlapNs.kernelCopy;
    figures.copyHiddenPercent = percent(figures.overlapNs.kernelCopy, copy.length());
    figures.communicationHiddenPercent = percent(figures.overlapNs.computeCommunication, communication.length());
    all.add(copy);
    all.add(memset);
    figures.busyUnionNs = all.length();
    figures.idleNs = figures.spanNs - figures.busyUnionNs;
    compute.add(memset);
    const std::int64_t work = compute.length();
    compute.add(communication);
    const std::int64_t workAndCommunication = compute.length();
    figures.budgetNs = {work, workAndCommunication - work, figures.busyUnionNs - workAndCommunication, figures.idleNs};
}

DeviceFigures figuresOf(Classes &classes)
{
    DeviceFigures figures;
    figures.firstStartNs = classes.first;
    figures.spanNs = classes.last - classes.first;
    figures.serialNs = classes.serialNs;
    figures.zeroDurations = classes.zeroDurations;
    figures.migrationNs = IntervalSet(std::move(classes.migration)).length();
    for (const auto &[key, rate] : classes.copies)
        figures.copies.push_back(rate);
    addOverlaps(classes, figures);
    return figures;
}

void addStreams(const Timeline &timeline, int device, Classes &classes,
                const std::map<std::int32_t, DeviceFigures::PerStream> &perStream, DeviceFigures &figures)
{
    std::map<std::int32_t, std::int64_t> busy;
    {
        StreamSets sets;
        for (auto &[stream, intervals] : classes.streams)
            busy[stream] = sets.emplace(stream, std::exchange(intervals, {})).first->second.length();
        countActiveStreams(sets, figures);
    }
    const std::map<std::int32_t, StreamGaps> gaps = streamGaps(timeline, device);
    for (const auto &[stream, counted] : perStream) {
        DeviceFigures::PerStream figure = counted;
        figure.busyNs = busy.at(stream);
        if (const auto found = gaps.find(stream); found != gaps.end()) {
            figure.gapsNs = found->second.byCause;
            figure.longestGapNs = found->second.longestNs;
            figure.deepestQueue = found->second.deepestQueue;
            figure.queueFullNs = found->second.queueFullNs;
            if (found->second.longestBarrierNs > figures.longestBarrierNs) {
                figures.longestBarrierNs = found->second.longestBarrierNs;
                figures.barrier = timeline.name(timeline.nameIndices()[found->second.barrier]);
            }
        }
        for (std::size_t cause = 0; cause < figure.gapsNs.size(); ++cause) {
            addTime(figure.gapNs, figure.gapsNs[cause]);
            addTime(figures.gapsNs[cause], figure.gapsNs[cause]);
        }
        figures.streams[stream < 0 ? "host" : timeline.streams()[stream].id] = figure;
    }
}

} // namespace

std::map<int, DeviceFigures> deviceFigures(const Timeline &timeline, const WorkBounds &bounds)
{
    const std::vector<bool> communicates = communicationNames(timeline);
    std::map<int, Classes> devices;
    std::map<int, std::map<std::int32_t, DeviceFigures::PerStream>> perStream;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const OperationKind kind = timeline.kinds()[i];
        if (!runsOnGpu(kind))
            continue;
        const Span span = timeline.span(i);
        const int device = timeline.device(i);
        if (timeline.isMigration(i)) {
            devices[device].migration.push_back({span.start, span.end});
            continue;
        }
        devices[device].add(span, bounds.ownDurations()[i],
                            kind == OperationKind::Collective || communicates[span.name]);
        DeviceFigures::PerStream &stream = perStream[device][span.stream];
        addTime(stream.waitedNs, span.waited());
        ++stream.operations;
    }
    std::map<int, DeviceFigures> result;
    for (auto &[device, classes] : devices) {
        if (classes.empty())
            continue; // nothing but page migrations
        DeviceFigures figures = figuresOf(classes);
        figures.boundNs = std::min(bounds.ofDevice(device).ns, figures.spanNs);
        addStreams(timeline, device, classes, perStream[device], figures);
        result.emplace(device, std::move(figures));
    }
    return result;
}

} // namespace streamscope
