// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/device_figures.h"

#include "engine/analysis/interval_set.h"

#include <algorithm>

namespace streamscope {

namespace {

using Intervals = std::vector<IntervalSet::Interval>;

/// The executing times of one device, sorted into the classes that the figures speak of.
struct Classes
{
    Intervals all, kernel, h2d, d2h, d2d, memset, copy;
    std::map<std::int32_t, Intervals> streams;

    void add(const Span &span)
    {
        const IntervalSet::Interval interval{span.start, span.end};
        all.push_back(interval);
        streams[span.stream].push_back(interval);
        if (isCopy(span.kind))
            copy.push_back(interval);
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
            break;
        default:
            break;
        }
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
        if (next > edges[i].first)
            figures.streamsActiveNs[active] += next - edges[i].first;
        if (next > edges[i].first || i + 1 == edges.size())
            figures.maxStreamsActive = std::max(figures.maxStreamsActive, active);
    }
    if (figures.idleNs > 0)
        figures.streamsActiveNs[0] = figures.idleNs;
}

DeviceFigures figuresOf(const Classes &classes)
{
    const IntervalSet all(classes.all), kernel(classes.kernel), h2d(classes.h2d), d2h(classes.d2h), copy(classes.copy);
    DeviceFigures figures;
    const auto first = std::min_element(classes.all.begin(), classes.all.end(),
                                        [](const auto &a, const auto &b) { return a.begin < b.begin; });
    const auto last = std::max_element(classes.all.begin(), classes.all.end(),
                                       [](const auto &a, const auto &b) { return a.end < b.end; });
    figures.spanNs = last->end - first->begin;
    figures.busyUnionNs = all.length();
    figures.idleNs = figures.spanNs - figures.busyUnionNs;
    figures.unionNs = {kernel.length(), h2d.length(), d2h.length(), IntervalSet(classes.d2d).length(),
                       IntervalSet(classes.memset).length()};
    figures.overlapNs = {kernel.intersectionWith(h2d).length(), kernel.intersectionWith(d2h).length(),
                         h2d.intersectionWith(d2h).length(), kernel.intersectionWith(copy).length()};
    figures.exposedCopyNs = copy.length() - figures.overlapNs.kernelCopy;
    if (copy.length() > 0)
        figures.copyHiddenPercent =
            100.0 * static_cast<double>(figures.overlapNs.kernelCopy) / static_cast<double>(copy.length());
    countActiveStreams(classes, figures);
    return figures;
}

} // namespace

bool runsOnGpu(OperationKind kind)
{
    return isCopy(kind) || kind == OperationKind::Kernel || kind == OperationKind::Memset
           || kind == OperationKind::Collective;
}

std::map<int, DeviceFigures> deviceFigures(const Timeline &timeline)
{
    std::map<int, Classes> devices;
    std::map<int, std::map<std::int32_t, DeviceFigures::PerStream>> perStream;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Span span = timeline.span(i);
        if (!runsOnGpu(span.kind))
            continue;
        const int device = timeline.device(i);
        devices[device].add(span);
        DeviceFigures::PerStream &stream = perStream[device][span.stream];
        stream.waitedNs += span.waited();
        ++stream.operations;
    }
    std::map<int, DeviceFigures> result;
    for (const auto &[device, classes] : devices) {
        DeviceFigures figures = figuresOf(classes);
        for (auto &[stream, figure] : perStream[device]) {
            figure.busyNs = IntervalSet(classes.streams.at(stream)).length();
            figures.streams[stream < 0 ? "host" : timeline.streams()[stream].id] = figure;
        }
        result.emplace(device, std::move(figures));
    }
    return result;
}

} // namespace streamscope
