// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/fewer_waits.h"

#include "engine/changes/patterns/call_order.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace streamscope {

std::int64_t waitForFewer(const Program &program, const std::vector<CollectiveUnit> &units,
                          const CollectiveLaunches &launches, const std::vector<std::size_t> &stay,
                          std::vector<std::int64_t> &hostNs)
{
    struct Thread
    {
        std::int32_t unit = -1;        ///< the last call, where it was a collective
        std::vector<std::size_t> work; ///< since
    };
    std::vector<std::int32_t> unitOf(program.operations.size(), -1);
    for (std::size_t u = 0; u < units.size(); ++u)
        unitOf[static_cast<std::size_t>(units[u].ranks.back())] = static_cast<std::int32_t>(u);
    const LaunchWork ofLaunches(program);
    std::vector<Thread> threads(static_cast<std::size_t>(program.threadCount()));
    std::int64_t went = 0;
    for (std::size_t i = 0; i < hostNs.size(); ++i) {
        const Operation &operation = program.operations[i];
        Thread &thread = threads[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::EventRecord || operation.kind == OperationKind::EventWait)
            continue;
        if (operation.kind == OperationKind::HostWork) {
            if (ofLaunches.belongsToLaunch(operation))
                thread.work.push_back(i);
            continue;
        }
        if (operation.kind == OperationKind::Sync && thread.unit >= 0) {
            const double share = static_cast<double>(stay[launches.burst(thread.unit)])
                                 / static_cast<double>(launches.count(launches.burst(thread.unit)));
            std::int64_t ofOperatorNs = launches.usualNs(thread.unit) / 2; // its end is no wait
            for (const std::size_t work : thread.work) {
                const std::int64_t ends = std::min(ofOperatorNs, hostNs[work]), waits = hostNs[work] - ends;
                ofOperatorNs -= ends;
                hostNs[work] = ends + std::llround(static_cast<double>(waits) * share);
                went += ends + waits - hostNs[work];
            }
        }
        thread = {unitOf[i], {}};
    }
    return went;
}

} // namespace streamscope
