// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// When things run on devices, several at once or not, and which of them run at some time.
class DeviceIntervals
{
public:
    struct Interval
    {
        std::int64_t begin = 0, end = 0; ///< nanoseconds, half-open
        double weight = 1;               ///< for weightedNs()

        std::int64_t lengthWithin(std::int64_t from, std::int64_t to) const
        {
            return std::min(to, end) - std::max(from, begin);
        }
    };

    void add(int device, const Interval &interval) { m_devices[device].intervals.push_back(interval); }
    /// Call once when all are added, before any question.
    void sort();
    bool empty() const { return m_devices.empty(); }

    /// Those that run between the two times, by begin.
    template <typename Call>
    void forEach(int device, std::int64_t from, std::int64_t to, const Call &call) const
    {
        const auto found = m_devices.find(device);
        if (found == m_devices.end())
            return;
        const std::vector<Interval> &intervals = found->second.intervals;
        for (std::size_t i = found->second.firstBehind(from); i < intervals.size() && intervals[i].begin < to; ++i)
            if (intervals[i].end > from)
                call(intervals[i]);
    }
    /// Their lengths between the two times, times their weights.
    double weightedNs(int device, std::int64_t from, std::int64_t to) const;
    /// The begin of the first of them; `to` where there is none.
    std::int64_t firstBegin(int device, std::int64_t from, std::int64_t to) const;
    bool any(int device, std::int64_t from, std::int64_t to) const { return firstBegin(device, from, to) < to; }

private:
    struct Device
    {
        std::vector<Interval> intervals;      ///< by begin
        std::vector<std::int64_t> latestEnds; ///< of each and all before it

        /// The first that ends behind `time`.
        std::size_t firstBehind(std::int64_t time) const
        {
            const auto behind = std::upper_bound(latestEnds.begin(), latestEnds.end(), time);
            return static_cast<std::size_t>(behind - latestEnds.begin());
        }
    };
    std::map<int, Device> m_devices;
};

} // namespace streamscope
