// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/warmer_launches.h"

#include "engine/changes/patterns/cache_warmth.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/framework_operators.h"
#include "engine/program/medians.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace streamscope {

namespace {

/// A thread of the host: its time before the change and after it, without waits.
struct HostThread
{
    struct Launch
    {
        std::int64_t beforeNs = 0, afterNs = 0;
    };
    std::int64_t beforeNs = 0, afterNs = 0;
    std::unordered_map<std::string_view, Launch> last; ///< by name of the kernel
    std::vector<std::size_t> work;                     ///< since the last call, that stays

    /// Of the work for a kernel's launch what stays, where it comes sooner now.
    double warmedFor(std::string_view kernel, double callNs) const
    {
        const auto found = last.find(kernel);
        if (found == last.end())
            return 1;
        const auto before = static_cast<double>(beforeNs - found->second.beforeNs),
                   after = static_cast<double>(afterNs - found->second.afterNs);
        return std::min(workOfLaunchAfter(after, callNs) / workOfLaunchAfter(before, callNs), 1.0);
    }
};

/// Of the launches of each kernel, ns.
std::unordered_map<std::string_view, double> usualCalls(const Program &program)
{
    std::unordered_map<std::string_view, std::vector<double>> calls;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel)
            calls[operation.name].push_back(static_cast<double>(operation.callNs));
    std::unordered_map<std::string_view, double> usual;
    for (auto &[kernel, times] : calls)
        usual[kernel] = upperMedian(times);
    return usual;
}

} // namespace

std::int64_t warmLaunches(const Program &program, std::vector<std::int64_t> &after)
{
    if (!hasOperators(program))
        return 0;
    const LaunchWork launches(program);
    const std::vector<std::int64_t> before = hostTimes(program);
    const std::unordered_map<std::string_view, double> callNs = usualCalls(program);
    std::vector<HostThread> threads(static_cast<std::size_t>(program.threadCount()));
    std::int64_t went = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const Operation &operation = program.operations[i];
        HostThread &thread = threads[static_cast<std::size_t>(operation.thread)];
        const bool isWork = operation.kind == OperationKind::HostWork;
        if (operation.kind == OperationKind::Kernel && after[i] > 0) {
            const std::string_view name = operation.name;
            const double stays = thread.warmedFor(name, callNs.at(name));
            const auto warm = [&](std::int64_t &takes, double share) {
                const std::int64_t ns = std::llround(static_cast<double>(takes) * share);
                went += takes - ns;
                takes = ns;
                return ns;
            };
            for (const std::size_t work : thread.work) {
                thread.afterNs -= after[work];
                thread.afterNs += warm(after[work], stays);
            }
            warm(after[i], (1 + stays) / 2); // the call itself: 0.86 to 0.61
            thread.last[name] = {thread.beforeNs, thread.afterNs};
        }
        if (isWork && after[i] > 0 && launches.belongsToLaunch(operation))
            thread.work.push_back(i);
        else if (!isWork && operation.kind != OperationKind::EventRecord && operation.kind != OperationKind::EventWait)
            thread.work.clear();
        thread.beforeNs += before[i];
        thread.afterNs += after[i];
    }
    return went;
}

} // namespace streamscope
