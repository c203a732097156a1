// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/ranges/device_intervals.h"

namespace streamscope {

void DeviceIntervals::sort()
{
    for (auto &[number, device] : m_devices) {
        std::sort(device.intervals.begin(), device.intervals.end(),
                  [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
        for (const Interval &interval : device.intervals)
            device.latestEnds.push_back(
                std::max(device.latestEnds.empty() ? interval.end : device.latestEnds.back(), interval.end));
    }
}

double DeviceIntervals::weightedNs(int device, std::int64_t from, std::int64_t to) const
{
    double ns = 0;
    forEach(device, from, to,
            [&](const Interval &one) { ns += one.weight * static_cast<double>(one.lengthWithin(from, to)); });
    return ns;
}

std::int64_t DeviceIntervals::firstBegin(int device, std::int64_t from, std::int64_t to) const
{
    const auto found = m_devices.find(device);
    if (found == m_devices.end())
        return to;
    const std::size_t first = found->second.firstBehind(from);
    return first < found->second.intervals.size() ? std::min(found->second.intervals[first].begin, to) : to;
}

} // namespace streamscope
