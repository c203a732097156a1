// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/collective_times.h"

#include "engine/changes/patterns/collective_units.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

namespace streamscope {

namespace {

/// The usual time of each size: some of a trace wait long for another rank.
std::map<std::uint64_t, double> usualTimes(const Program &program)
{
    std::map<std::uint64_t, std::vector<double>> all;
    for (const Operation &operation : program.operations)
        if (isCollectiveKernel(operation))
            all[operation.bytes].push_back(static_cast<double>(operation.durationNs));
    std::map<std::uint64_t, double> usual;
    for (auto &[bytes, times] : all)
        usual[bytes] = lowerMedian(times);
    return usual;
}

/// Of a line through the usual times; through 0 where there is one size.
double slopeOf(const std::map<std::uint64_t, double> &usual)
{
    if (usual.size() == 1)
        return usual.begin()->second / static_cast<double>(usual.begin()->first);
    double bytes = 0, ns = 0, squares = 0, products = 0;
    for (const auto &[size, time] : usual) {
        const auto x = static_cast<double>(size);
        bytes += x;
        ns += time;
        squares += x * x;
        products += x * time;
    }
    const auto count = static_cast<double>(usual.size());
    return std::max((count * products - bytes * ns) / (count * squares - bytes * bytes), 0.0);
}

/// Two ranks send each byte once. A ring of more sends up to twice as much, but switches that add keep that rate.
double linkPerByteNs(const DeviceProfile *profile)
{
    if (!profile || profile->links.ringBytesPerSecond <= 0)
        return std::numeric_limits<double>::infinity();
    return 1e9 / profile->links.ringBytesPerSecond;
}

} // namespace

CollectiveTimes::CollectiveTimes(const Program &program, const DeviceProfile *profile)
{
    const std::map<std::uint64_t, double> usual = usualTimes(program);
    if (usual.empty())
        return;
    constexpr double ring = 1.5; // between 1 for two ranks and 2 for many
    constexpr double flags = 2;  // NCCL's protocol for low latency sends one of the same size with each word
    m_perByteNs = std::min(slopeOf(usual), ring * flags * linkPerByteNs(profile));
    m_largest = usual.rbegin()->first;
    m_linkNs = std::min(m_perByteNs, linkPerByteNs(profile));
    m_fixedNs = std::numeric_limits<double>::infinity();
    for (const auto &[bytes, ns] : usual)
        m_fixedNs = std::clamp(ns - m_perByteNs * static_cast<double>(bytes), 0.0, m_fixedNs);
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
