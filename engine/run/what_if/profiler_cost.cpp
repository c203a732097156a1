// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/profiler_cost.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double leastShare = 0.3; // of a time that stays, where the average would take all

bool isKineto(const ReplayedRun &run)
{
    return run.trace->import && run.trace->import->format.find("Kineto") != std::string::npos;
}

bool isMeasuredCall(const Operation &operation)
{
    return operation.callNs >= 0 && operation.source >= 0;
}

/// The share of the host's own work that is not the profiler's: it recorded more calls than became operations.
double ownShareOfHostWork(const ReplayedRun &run)
{
    const Program &unchanged = run.replay->program();
    std::uint64_t calls = 0;
    double hostNs = 0;
    for (const Operation &operation : unchanged.operations) {
        calls += isMeasuredCall(operation) ? 1 : 0;
        hostNs += operation.kind == OperationKind::HostWork ? static_cast<double>(operation.durationNs) : 0;
    }
    const std::uint64_t recorded = run.replay->trace.profiledCalls;
    if (recorded <= calls || hostNs <= 0)
        return 1;
    return std::max(leastShare, 1 - static_cast<double>(recorded - calls) * kinetoCallNs / hostNs);
}

} // namespace

std::optional<Program> withoutProfiler(const ReplayedRun &run, const Program &program)
{
    if (!isKineto(run))
        return std::nullopt;
    const double hostShare = ownShareOfHostWork(run);
    Program result = program;
    for (Operation &operation : result.operations) {
        if (operation.kind == OperationKind::HostWork)
            operation.durationNs = std::llround(static_cast<double>(operation.durationNs) * hostShare);
        else if (isMeasuredCall(operation)) {
            const auto call = static_cast<double>(operation.callNs);
            operation.callNs = std::llround(std::max(call * leastShare, call - kinetoCallNs));
        }
    }
    return result;
}

} // namespace streamscope
