// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/call_order.h"

#include "engine/program/medians.h"
#include "engine/program/operator_work_name.h"
#include "engine/program/order/program_order.h"

#include <algorithm>

namespace streamscope {

namespace {

/// A longer gap than so many median ones is work of its own.
constexpr std::int64_t longGap = 10;
/// Below this no gap is work of its own: Python hesitates so long.
constexpr std::int64_t alwaysShortNs = 50'000;
/// No launch needs more than that, whatever the other gaps of a short trace are.
constexpr std::int64_t alwaysLongNs = 500'000;

} // namespace

bool isReplay(const Program &program)
{
    return std::any_of(program.operations.begin(), program.operations.end(),
                       [](const Operation &operation) { return operation.source >= 0; });
}

bool isOnHost(const Operation &operation)
{
    return !isInStream(operation);
}

bool isUnknownWork(const Operation &operation)
{
    return operation.kind == OperationKind::HostWork && operation.callNs >= 0;
}

std::vector<std::int64_t> hostTimes(const Program &program)
{
    std::vector<std::int64_t> result;
    result.reserve(program.operations.size());
    for (const Operation &operation : program.operations)
        result.push_back(operation.kind == OperationKind::HostWork ? operation.durationNs
                                                                   : std::max<std::int64_t>(operation.callNs, 0));
    return result;
}

CallOrder::CallOrder(const Program &program)
    : m_next(program.operations.size(), Operation::none), m_work(program.operations.size(), 0)
{
    const auto threads = static_cast<std::size_t>(program.threadCount());
    std::vector<std::int32_t> call(threads, Operation::none);
    std::vector<std::int64_t> work(threads, 0);
    for (std::size_t i = program.operations.size(); i-- > 0;) {
        const Operation &operation = program.operations[i];
        const auto thread = static_cast<std::size_t>(operation.thread);
        m_next[i] = call[thread];
        m_work[i] = work[thread];
        if (operation.kind == OperationKind::HostWork) {
            work[thread] += operation.durationNs;
        } else {
            call[thread] = static_cast<std::int32_t>(i);
            work[thread] = 0;
        }
    }
}

LaunchWork::LaunchWork(const Program &program)
{
    if (!isReplay(program))
        return;
    const auto threads = static_cast<std::size_t>(program.threadCount());
    std::vector<std::int64_t> gaps, open(threads, 0);
    std::vector<bool> behindLaunch(threads, false);
    for (const Operation &operation : program.operations) {
        const auto thread = static_cast<std::size_t>(operation.thread);
        if (isUnknownWork(operation)) {
            behindLaunch[thread] = false;
            continue;
        }
        if (operation.kind == OperationKind::HostWork) {
            open[thread] += operation.durationNs;
            continue;
        }
        const bool launch = !isOnHost(operation);
        if (launch && behindLaunch[thread])
            gaps.push_back(open[thread]);
        behindLaunch[thread] = launch;
        open[thread] = 0;
    }
    m_repeatedNs = gaps.empty() ? 0 : lowerQuartile(gaps);
    const std::int64_t median = gaps.empty() ? 0 : lowerMedian(gaps);
    m_mostNs = std::clamp(median * longGap, alwaysShortNs, alwaysLongNs);
}

bool LaunchWork::belongsToLaunch(const Operation &operation) const
{
    const bool isShort = operation.durationNs <= m_mostNs || (m_mostNs >= 0 && operation.name == operatorWorkName);
    return operation.kind == OperationKind::HostWork && isShort && operation.reads.empty() && operation.writes.empty()
           && !isUnknownWork(operation);
}

} // namespace streamscope
