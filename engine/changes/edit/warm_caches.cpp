// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/warm_caches.h"

#include "engine/changes/patterns/framework_operators.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace streamscope {

void warmBehind(const std::vector<bool> &unstaged, std::vector<Operation> &operations, const Program &before)
{
    constexpr std::uint64_t fillsCaches = 1 << 20;
    constexpr std::size_t coldLaunches = 2;
    constexpr std::array<double, coldLaunches> coldWork{0.7, 0.4}, coldCall{0.5, 0.25}; // that goes
    constexpr std::int64_t mostNs = 80'000;
    if (!isOfFramework(before))
        return;
    std::vector<std::size_t> launched(static_cast<std::size_t>(before.threadCount()), coldLaunches);
    const auto without = [mostNs](std::int64_t ns, double share) {
        return ns - std::min<std::int64_t>(std::llround(static_cast<double>(ns) * share), mostNs);
    };
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Operation &operation = operations[i];
        std::size_t &launch = launched[static_cast<std::size_t>(operation.thread)];
        if (unstaged[i]) {
            launch = operation.bytes >= fillsCaches ? 0 : coldLaunches;
        } else if (launch < coldLaunches && operation.kind == OperationKind::HostWork) {
            operation.durationNs = without(operation.durationNs, coldWork[launch]);
        } else if (launch < coldLaunches && operation.kind != OperationKind::Sync) {
            if (operation.callNs > 0)
                operation.callNs = without(operation.callNs, coldCall[launch]);
            ++launch;
        }
    }
}

void warmBehindAllocations(const std::vector<bool> &gone, std::vector<Operation> &operations, const Program &before)
{
    constexpr std::int64_t ofSystemNs = 50'000; // a call that changes pages takes longer
    constexpr double coldShare = 0.5, callShare = 0.6, launchesUntilWarm = 6;
    constexpr int coldLaunches = 24;
    if (!isOfFramework(before))
        return;
    std::vector<int> launched(static_cast<std::size_t>(before.threadCount()), coldLaunches);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        Operation &operation = operations[i];
        int &launch = launched[static_cast<std::size_t>(operation.thread)];
        if (isAllocation(operation.kind) && operation.callNs >= ofSystemNs) {
            launch = gone[i] ? 0 : coldLaunches;
            continue;
        }
        if (launch >= coldLaunches || operation.kind == OperationKind::Sync)
            continue;
        const double share = coldShare * std::exp(-launch / launchesUntilWarm);
        if (operation.kind == OperationKind::HostWork) {
            operation.durationNs = std::llround(static_cast<double>(operation.durationNs) * (1 - share));
        } else {
            if (operation.callNs > 0)
                operation.callNs = std::llround(static_cast<double>(operation.callNs) * (1 - callShare * share));
            ++launch;
        }
    }
}

} // namespace streamscope
