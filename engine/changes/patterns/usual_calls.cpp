// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/usual_calls.h"

#include "engine/changes/patterns/medians.h"

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

} // namespace streamscope
