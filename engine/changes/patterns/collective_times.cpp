// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/collective_times.h"

#include "engine/changes/patterns/collective_units.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

namespace streamscope {

namespace {

/// The least time of each size: nothing but a wait for another rank makes one longer than that by much.
std::map<std::uint64_t, double> leastTimes(const Program &program)
{
    std::map<std::uint64_t, double> least;
    for (const Operation &operation : program.operations)
        if (isCollectiveKernel(operation)) {
            const auto ns = static_cast<double>(operation.durationNs);
            const auto [time, isFirst] = least.try_emplace(operation.bytes, ns);
            if (!isFirst)
                time->second = std::min(time->second, ns);
        }
    return least;
}

/// Of a line through the least times; through 0 where there is one size.
double slopeOf(const std::map<std::uint64_t, double> &least)
{
    if (least.size() == 1)
        return least.begin()->second / static_cast<double>(least.begin()->first);
    double bytes = 0, ns = 0, squares = 0, products = 0;
    for (const auto &[size, time] : least) {
        const auto x = static_cast<double>(size);
        bytes += x;
        ns += time;
        squares += x * x;
        products += x * time;
    }
    const auto count = static_cast<double>(least.size());
    return std::max((count * products - bytes * ns) / (count * squares - bytes * bytes), 0.0);
}

/// Two ranks send each byte once. A ring of more sends up to twice as much, but switches that add keep that rate.
double linkPerByteNs(const DeviceProfile *profile)
{
    if (!profile || profile->links.ringBytesPerSecond <= 0)
        return std::numeric_limits<double>::infinity();
    return 1e9 / profile->links.ringBytesPerSecond;
}

constexpr double ring = 1.5;      // between 1 for two ranks and 2 for many
constexpr double flags = 2;       // NCCL's protocol for low latency sends one of the same size with each word
constexpr double shortNs = 5'200; // of a few KiB: 5.0 to 5.9 us in 3,400 kernels on H200s, 5.5 on H100s

/// A collective takes no longer than the link needs for its data, and no more than this for its latency.
double mostLatencyNs(const DeviceProfile *profile)
{
    if (!profile)
        return std::numeric_limits<double>::infinity();
    return std::max(4 * shortNs, profile->compute.kernelFixedNs + 2 * profile->links.ringHopNs);
}

} // namespace

CollectiveTimes::CollectiveTimes(const Program &program, const DeviceProfile *profile)
{
    std::map<std::uint64_t, double> least = leastTimes(program);
    if (least.empty())
        return;
    const double mostPerByteNs = ring * flags * linkPerByteNs(profile), mostNs = mostLatencyNs(profile);
    m_largest = least.rbegin()->first;
    m_fixedNs = shortNs;
    m_perByteNs = mostPerByteNs;
    for (auto time = least.begin(); time != least.end();) {
        const auto &[bytes, ns] = *time;
        const bool allWait = ns > mostNs + mostPerByteNs * static_cast<double>(bytes);
        time = allWait ? least.erase(time) : std::next(time);
    }
    if (!least.empty()) {
        m_perByteNs = std::min(slopeOf(least), mostPerByteNs);
        m_fixedNs = std::numeric_limits<double>::infinity();
        for (const auto &[bytes, ns] : least)
            m_fixedNs = std::clamp(ns - m_perByteNs * static_cast<double>(bytes), 0.0, m_fixedNs);
    }
    m_linkNs = std::min(m_perByteNs, linkPerByteNs(profile));
}

double CollectiveTimes::withoutWaitNs(std::uint64_t bytes) const
{
    const std::uint64_t traced = std::min(bytes, m_largest);
    return m_fixedNs + m_perByteNs * static_cast<double>(traced) + m_linkNs * static_cast<double>(bytes - traced);
}

double CollectiveTimes::waitNs(const Operation &kernel) const
{
    return std::max(static_cast<double>(kernel.durationNs) - withoutWaitNs(kernel.bytes), 0.0);
}

} // namespace streamscope
