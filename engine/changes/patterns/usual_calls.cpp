// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/usual_calls.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/medians.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Copies of all directions are one call, with one price.
OperationKind priceOf(OperationKind kind)
{
    return isCopy(kind) ? OperationKind::H2D : kind;
}

} // namespace

UsualCalls::UsualCalls(const Program &program)
{
    std::array<std::vector<std::int64_t>, operationKindCount> measured;
    for (const Operation &operation : program.operations)
        if (operation.callNs >= 0)
            measured[static_cast<std::size_t>(priceOf(operation.kind))].push_back(operation.callNs);
    m_ns.fill(-1);
    for (const KindInfo &info : operationKinds)
        if (auto &times = measured[static_cast<std::size_t>(priceOf(info.kind))]; !times.empty())
            m_ns[static_cast<std::size_t>(info.kind)] = lowerMedian(times);
}

std::int64_t addedEventCallNs(const Program &program)
{
    constexpr std::int64_t hesitationNs = 2'000; // no work: calls of one loop of C++ follow each other as quickly
    constexpr std::int64_t callNs = 1'200;       // on H200s
    const std::int64_t gap = LaunchWork(program).repeatedNs();
    const UsualCalls usual(program);
    // Calls of no length, as a CSV has them, are in the gaps.
    const bool knowsCalls = usual.ofKind(OperationKind::Kernel) != 0 && usual.ofKind(OperationKind::H2D) != 0;
    return gap > hesitationNs && knowsCalls ? gap + std::max(callNs, usual.ofKind(OperationKind::EventRecord)) : -1;
}

} // namespace streamscope
