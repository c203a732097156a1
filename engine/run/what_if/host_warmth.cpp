// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/host_warmth.h"

#include "engine/program/operator_work_name.h"
#include "engine/program/order/program_order.h"
#include "engine/run/what_if/kernels/chunk_names.h"

#include <cmath>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace streamscope {

namespace {

/// What the work takes `ns` after the same work, against that after long.
double workAfter(double ns)
{
    constexpr double least = 0.45, fadesNs = 500'000, shape = 0.7;
    return 1 - (1 - least) * std::exp(-std::pow(ns / fadesNs, shape));
}

/// The same of the call.
double callAfter(double ns)
{
    return (1 + workAfter(ns)) / 2;
}

/// Calls `take` for each operation that a call of its own issues, with the time since the same call before; −1: none.
void forEachCall(const Program &program, const TimesOfRun &timesOf,
                 const std::function<void(std::size_t operation, double sinceNs)> &take)
{
    using Calls = std::unordered_map<std::string_view, std::int64_t>; // by name: the last one
    std::vector<Calls> threads(static_cast<std::size_t>(program.threadCount()));
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (!isInStream(operation) || operation.source < 0 || operation.name.empty() || operation.graph >= 0)
            continue;
        const std::int64_t now = timesOf(i).issue;
        Calls &calls = threads[static_cast<std::size_t>(operation.thread)];
        const auto [last, isFirst] = calls.try_emplace(nameWithoutChunk(operation), now);
        take(i, isFirst ? -1 : static_cast<double>(now - std::exchange(last->second, now)));
    }
}

} // namespace

HostWarmth::HostWarmth(const Program &before, const TimesOfRun &timesOf)
{
    forEachCall(before, timesOf, [&](std::size_t i, double since) {
        const auto span = static_cast<std::size_t>(before.operations[i].source);
        if (span >= m_since.size())
            m_since.resize(span + 1, -1);
        m_since[span] = static_cast<float>(since);
    });
}

bool HostWarmth::apply(Program &after, const TimesOfRun &timesOf) const
{
    constexpr double little = 0.03;
    bool changed = false;
    std::vector<double> factors(after.operations.size(), 1);
    forEachCall(after, timesOf, [&](std::size_t i, double since) {
        Operation &call = after.operations[i];
        const auto span = static_cast<std::size_t>(call.source);
        if (since < 0 || span >= m_since.size() || m_since[span] < 0)
            return;
        const double before = m_since[span], factor = workAfter(since) / workAfter(before);
        if (std::abs(factor - 1) < little)
            return;
        changed = true;
        factors[i] = factor;
        if (call.callNs > 0)
            call.callNs = std::llround(static_cast<double>(call.callNs) * callAfter(since) / callAfter(before));
    });
    std::vector<double> next(static_cast<std::size_t>(after.threadCount()), 1); // of the call behind
    for (std::size_t i = after.operations.size(); changed && i-- > 0;) {
        Operation &operation = after.operations[i];
        double &factor = next[static_cast<std::size_t>(operation.thread)];
        if (operation.kind != OperationKind::HostWork)
            factor = factors[i];
        else if (operation.name == operatorWorkName)
            operation.durationNs = std::llround(static_cast<double>(operation.durationNs) * factor);
    }
    return changed;
}

} // namespace streamscope
