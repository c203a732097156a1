// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/shared_time.h"

#include "engine/executors/simulator/cost_model.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// When a kernel begins or ends.
struct Edge
{
    std::int64_t time = 0;
    std::size_t operation = 0;
    bool begins = false;
    double wanted = 0; ///< part of the device that the kernel fills alone
};

/// By device: the edges of its kernels but the small ones, in order of time.
std::map<int, std::vector<Edge>> edgesOf(const Timeline &timeline, const DeviceProfile &profile, const Program &program)
{
    constexpr double small = 0.25;
    const CostModel costs(profile, program);
    std::map<int, std::vector<Edge>> edges;
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.kind != OperationKind::Kernel || operation.source < 0)
            continue;
        const auto blocks = static_cast<double>(operation.kernel->grid);
        const double wanted = std::min(1.0, blocks / static_cast<double>(costs.blocksAtOnce(operation)));
        if (wanted < small)
            continue;
        const auto span = static_cast<std::size_t>(operation.source);
        if (timeline.collective(span) || timeline.ends()[span] <= timeline.starts()[span])
            continue;
        std::vector<Edge> &own = edges[program.deviceOf(operation)];
        own.push_back({timeline.starts()[span], i, true, wanted});
        own.push_back({timeline.ends()[span], i, false, wanted});
    }
    for (auto &[device, own] : edges)
        std::sort(own.begin(), own.end(), [](const Edge &a, const Edge &b) { return a.time < b.time; });
    return edges;
}

/// Shortens the blocks of all kernels with these edges.
bool share(const std::vector<Edge> &edges, const Timeline &timeline, Program &program)
{
    std::map<std::size_t, double> begun; // the sum at the begin of those that run
    double sum = 0;                      // of the time, each part over what was wanted then
    double wanted = 0;                   // by those that run, in devices
    std::int64_t last = 0;
    bool shared = false;
    for (const Edge &edge : edges) {
        sum += static_cast<double>(edge.time - last) / std::max(1.0, wanted);
        last = edge.time;
        wanted += edge.begins ? edge.wanted : -edge.wanted;
        if (edge.begins) {
            begun.emplace(edge.operation, sum);
            continue;
        }
        const double own = sum - begun.at(edge.operation);
        begun.erase(edge.operation);
        Operation &operation = program.operations[edge.operation];
        const auto span = static_cast<std::size_t>(operation.source);
        const double share = own / static_cast<double>(timeline.ends()[span] - timeline.starts()[span]);
        constexpr double whole = 0.99;
        if (share >= whole)
            continue;
        shared = true;
        operation.durationNs =
            std::max<std::int64_t>(1, std::llround(static_cast<double>(operation.durationNs) * share));
    }
    return shared;
}

} // namespace

bool shareTimes(const Timeline &timeline, const DeviceProfile &profile, Program &program)
{
    bool shared = false;
    for (const auto &[device, edges] : edgesOf(timeline, profile, program))
        shared = share(edges, timeline, program) || shared;
    return shared;
}

} // namespace streamscope
