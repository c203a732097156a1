// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/profiled_graphs.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

// Traces of 16 programs on six H200s. Calls of cudaGraphLaunch: 16 us for 7 nodes, 23 for 14, 53 for 31, 63 for 33, 35
// for 36, 62 for 61, 101 for 89, 257 for 167, 239 for 400. By the median launch of a kernel in the same program the
// profiler adds 1.1 such launches and 0.14 for each node: a tenth off in the median, a third too little for two. Where
// no launch is traced, in nanoseconds; without the profiler 3 us and 9 ns.
constexpr double launchesOfGraph = 1.1, launchesOfNode = 0.14;
constexpr double launchNs = 6'000, nodeNs = 550;
// From node to node pass 0.26 to 0.45 us, and kernels take 0.1 us longer: 0.38 where the profile has 0.657. From graph
// to graph, and from other work to a graph, pass 5.8. Behind the first copies of a graph its first kernel starts 9.1 to
// 10.2 us later, which is that and a copy's signal; between copies and kernels in the middle of one pass 4.1 us, as the
// profile has it.
constexpr double nodeGapNs = -277, startNs = 5'800;
// From copy to copy of one engine pass 1.3 to 2.8 us (4.5 on one machine), and 7.4 to 7.9 for one to the host beside
// one to the device (22 and 8 recordings), where the profile has 1.0 for both.
constexpr double queuedCopyNs = 1'000, besideCopyNs = 6'800;

/// The median call that launches a kernel.
std::optional<double> usualLaunchNs(const Timeline &timeline)
{
    constexpr std::size_t enough = 5;
    std::vector<std::int64_t> calls;
    for (std::size_t i = 0; i < timeline.hostCalls().size(); ++i) {
        const HostCall call = timeline.hostCalls()[i];
        if (call.kind == HostCallKind::Launch)
            calls.push_back(call.end - call.begin);
    }
    if (calls.size() < enough)
        return std::nullopt;
    return static_cast<double>(lowerMedian(calls));
}

} // namespace

ProfiledGraphs::ProfiledGraphs(const RunResult &trace)
    : m_isKineto(trace.import && trace.import->format.find("Kineto") != std::string::npos), m_launchNs(launchNs),
      m_nodeNs(nodeNs)
{
    const std::optional<double> launch = m_isKineto ? usualLaunchNs(trace.recording.timeline) : std::nullopt;
    if (launch) {
        m_launchNs = launchesOfGraph * *launch;
        m_nodeNs = launchesOfNode * *launch;
    }
}

void ProfiledGraphs::keepCopyCosts(const DeviceProfile &profile, TracedDevice &traced) const
{
    if (!m_isKineto)
        return;
    traced.queuedCopyNs = profile.copies.queuedStartNs;
    traced.besideCopyNs = profile.copies.besideStartNs;
}

DeviceProfile ProfiledGraphs::changed(DeviceProfile &profile, int sign) const
{
    if (!m_isKineto)
        return std::move(profile);
    const auto add = [sign](double &figure, double ns) { figure = std::max(figure + sign * ns, 0.0); };
    add(profile.host.graphLaunchNs, m_launchNs);
    add(profile.host.graphNodeNs, m_nodeNs);
    add(profile.compute.graphNodeNs, nodeGapNs);
    add(profile.compute.graphStartNs, startNs);
    add(profile.copies.queuedStartNs, queuedCopyNs);
    add(profile.copies.besideStartNs, besideCopyNs);
    return std::move(profile);
}

} // namespace streamscope
