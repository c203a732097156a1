// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/device_figures.h"

#include "engine/analysis/communication.h"
#include "engine/analysis/critical_path.h"
#include "engine/analysis/interval_set.h"
#include "engine/analysis/stream_gaps.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <tuple>

namespace streamscope {

namespace {

using Intervals = std::vector<IntervalSet::Interval>;

/// The executing times of one device, sorted into the classes that the figures speak of.
struct Classes
{
    Intervals all, kernel, compute, communication, h2d, d2h, d2d, memset, copy, migration;
    std::map<std::int32_t, Intervals> streams;
    std::map<std::tuple<OperationKind, MemoryKind, MemoryKind>, CopyRate> copies;
    std::int64_t serialNs = 0, zeroDurations = 0;

    void add(const Span &span, bool communicates)
    {
        const IntervalSet::Interval interval{span.start, span.end};
        all.push_back(interval);
        streams[span.stream].push_back(interval);
        addTime(serialNs, span.duration());
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
        case OperationKind::Memset:
            memset.push_back(interval);
            break;
        case OperationKind::Kernel:
        case OperationKind::Collective:
            kernel.push_back(interval);
            (communicates ? communication : compute).push_back(interval);
            break;
        default:
            break;
        }
    }

private:
    void addCopy(const Span &span)
    {
        copy.push_back({span.start, span.end});
        CopyRate &rate = copies[{span.kind, span.from, span.to}];
        rate.kind = span.kind;
        rate.from = span.from;
        rate.to = span.to;
        ++rate.count;
        rate.bytes += span.bytes;
        addTime(rate.sumNs, span.duration());
    }
};

/// Time with exactly N streams executing, over the span of the device.
void countActiveStreams(const Classes &classes, DeviceFigures &figures)
{
    std::vector<std::pair<std::int64_t, int>> edges; // time, +1 or −1; ends sort before starts: touching is no overlap
    for (const auto &[stream, intervals] : classes.streams) {
        const IntervalSet merged(intervals); // named: a range-for does not keep a temporary's member alive
        for (const auto &interval : merged.intervals()) {
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

void addOverlaps(const Classes &classes, DeviceFigures &figures)
{
    const IntervalSet kernel(classes.kernel), h2d(classes.h2d), d2h(classes.d2h), copy(classes.copy);
    const IntervalSet compute(classes.compute), communication(classes.communication), memset(classes.memset);
    figures.unionNs = {kernel.length(), h2d.length(),  d2h.length(),           IntervalSet(classes.d2d).length(),
                       memset.length(), copy.length(), communication.length(), compute.length()};
    figures.overlapNs = {kernel.intersectionWith(h2d).length(), kernel.intersectionWith(d2h).length(),
                         h2d.intersectionWith(d2h).length(), kernel.intersectionWith(copy).length(),
                         compute.intersectionWith(communication).length()};
    figures.exposedCopyNs = copy.length() - figures.overlapNs.kernelCopy;
    figures.copyHiddenPercent = percent(figures.overlapNs.kernelCopy, copy.length());
    figures.communicationHiddenPercent = percent(figures.overlapNs.computeCommunication, communication.length());
    figures.boundNs = std::max({kernel.length(), h2d.length(), d2h.length()});
    const IntervalSet work = compute.unionWith(memset), workAndCommunication = work.unionWith(communication);
    figures.budgetNs = {work.length(), workAndCommunication.length() - work.length(),
                        workAndCommunication.unionWith(copy).length() - workAndCommunication.length(), figures.idleNs};
}

DeviceFigures figuresOf(const Classes &classes)
{
    DeviceFigures figures;
    const auto first = std::min_element(classes.all.begin(), classes.all.end(),
                                        [](const auto &a, const auto &b) { return a.begin < b.begin; });
    const auto last = std::max_element(classes.all.begin(), classes.all.end(),
                                       [](const auto &a, const auto &b) { return a.end < b.end; });
    figures.firstStartNs = first->begin;
    figures.spanNs = last->end - first->begin;
    figures.busyUnionNs = IntervalSet(classes.all).length();
    figures.idleNs = figures.spanNs - figures.busyUnionNs;
    figures.serialNs = classes.serialNs;
    figures.zeroDurations = classes.zeroDurations;
    figures.migrationNs = IntervalSet(classes.migration).length();
    for (const auto &[key, rate] : classes.copies)
        figures.copies.push_back(rate);
    addOverlaps(classes, figures);
    countActiveStreams(classes, figures);
    return figures;
}

void addStreams(const Timeline &timeline, int device, const Classes &classes,
                const std::map<std::int32_t, DeviceFigures::PerStream> &perStream, DeviceFigures &figures)
{
    const std::map<std::int32_t, StreamGaps> gaps = streamGaps(timeline, device);
    for (const auto &[stream, counted] : perStream) {
        DeviceFigures::PerStream figure = counted;
        figure.busyNs = IntervalSet(classes.streams.at(stream)).length();
        if (const auto found = gaps.find(stream); found != gaps.end()) {
            figure.gapsNs = found->second.byCause;
            figure.longestGapNs = found->second.longestNs;
            figure.deepestQueue = found->second.deepestQueue;
            figure.queueFullNs = found->second.queueFullNs;
        }
        for (std::size_t cause = 0; cause < figure.gapsNs.size(); ++cause) {
            addTime(figure.gapNs, figure.gapsNs[cause]);
            addTime(figures.gapsNs[cause], figure.gapsNs[cause]);
        }
        figures.streams[stream < 0 ? "host" : timeline.streams()[stream].id] = figure;
    }
}

} // namespace

bool runsOnGpu(OperationKind kind)
{
    return isCopy(kind) || kind == OperationKind::Kernel || kind == OperationKind::Memset
           || kind == OperationKind::Collective;
}

std::map<int, DeviceFigures> deviceFigures(const Timeline &timeline)
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
        if (span.stream >= 0 && timeline.streams()[span.stream].role == StreamRole::Migration) {
            devices[device].migration.push_back({span.start, span.end});
            continue;
        }
        devices[device].add(span, kind == OperationKind::Collective || communicates[span.name]);
        DeviceFigures::PerStream &stream = perStream[device][span.stream];
        addTime(stream.waitedNs, span.waited());
        ++stream.operations;
    }
    std::map<int, DeviceFigures> result;
    for (const auto &[device, classes] : devices) {
        if (classes.all.empty())
            continue; // nothing but page migrations
        DeviceFigures figures = figuresOf(classes);
        addStreams(timeline, device, classes, perStream[device], figures);
        figures.criticalPath = criticalPath(timeline, device, communicates);
        result.emplace(device, std::move(figures));
    }
    return result;
}

} // namespace streamscope
