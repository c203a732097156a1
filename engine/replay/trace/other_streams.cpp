// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/other_streams.h"

#include <algorithm>

namespace streamscope {

namespace {

// Kernels follow each other within that in their stream, and come so soon behind kernels of another stream. The end of
// a copy is looked for each 8.192 us.
constexpr std::int64_t kernelComes = 4'000, behindCopyComes = 12'000;

bool usesMultiprocessors(OperationKind kind)
{
    return kind == OperationKind::Kernel || kind == OperationKind::Memset || kind == OperationKind::D2D;
}

} // namespace

OtherStreams::OtherStreams(const Timeline &timeline) : m_timeline(timeline)
{
    std::vector<std::int64_t> until(timeline.streams().size(), unknownTime); // of the last wait, by stream
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const std::int32_t stream = timeline.streamIndices()[i];
        const OperationKind kind = timeline.kinds()[i];
        if (stream < 0 || !runsOnGpu(kind))
            continue;
        Device &device = m_devices[timeline.streams()[static_cast<std::size_t>(stream)].device];
        device.ends.push_back({timeline.ends()[i], stream, isHostCopy(kind)});
        if (!usesMultiprocessors(kind))
            continue;
        device.starts.push_back(timeline.starts()[i]);
        device.stops.push_back(timeline.ends()[i]);
        if (timeline.returned(i) == unknownTime)
            continue;
        std::int64_t &last = until[static_cast<std::size_t>(stream)];
        const std::int64_t begin = std::max(timeline.returned(i), last);
        if (begin >= timeline.starts()[i])
            continue;
        device.begins.push_back(begin);
        device.done.push_back(last = timeline.starts()[i]);
    }
    for (auto &[number, device] : m_devices) {
        std::ranges::sort(device.ends, {}, &End::time);
        std::ranges::sort(device.starts);
        std::ranges::sort(device.stops);
        std::ranges::sort(device.begins);
        std::ranges::sort(device.done);
    }
}

bool OtherStreams::letGo(const Span &kernel, std::int64_t formerEnd) const
{
    if (kernel.start - formerEnd <= kernelComes)
        return false;
    const std::vector<End> &ends = deviceOf(kernel).ends;
    const std::int64_t from = std::max(formerEnd, kernel.start - behindCopyComes);
    const auto first = std::ranges::lower_bound(ends, from, {}, &End::time);
    const auto behind = std::ranges::upper_bound(ends, kernel.start, {}, &End::time);
    return std::any_of(first, behind, [&kernel](const End &end) {
        return end.stream != kernel.stream && (end.copy || kernel.start - end.time <= kernelComes);
    });
}

bool OtherStreams::running(const Span &next, std::int64_t time) const
{
    const Device &device = deviceOf(next);
    return std::ranges::upper_bound(device.starts, time) - device.starts.begin()
           > std::ranges::upper_bound(device.stops, time) - device.stops.begin();
}

int OtherStreams::waiting(const Span &next, std::int64_t time) const
{
    const Device &device = deviceOf(next);
    const auto until = [time](const std::vector<std::int64_t> &times) {
        return std::ranges::upper_bound(times, time) - times.begin();
    };
    const auto own = next.start > time ? 1 : 0;
    return std::max(static_cast<int>(until(device.begins) - until(device.done)) - own, 0);
}

const OtherStreams::Device &OtherStreams::deviceOf(const Span &span) const
{
    return m_devices.at(m_timeline.streams()[static_cast<std::size_t>(span.stream)].device);
}

} // namespace streamscope
