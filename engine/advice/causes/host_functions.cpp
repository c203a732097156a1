// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"

namespace streamscope {

namespace {

/// What stands behind a host function in its stream waits for the CPU.
std::vector<Proposal> proposeHostFunctions(const Situation &situation)
{
    const std::size_t functions = situation.countOf(OperationKind::HostFunction);
    const Situation::Sum unknown = situation.sumOf([](const Operation &operation, std::size_t) {
        return operation.kind == OperationKind::HostFunction && operation.reads.empty() && operation.writes.empty();
    });
    if (functions == 0 || unknown.count > 0) // a function that names no data may need all that stands before it
        return {};
    Proposal proposal;
    proposal.text = numberOf(functions, "host function takes ", "host functions take ")
                    + millisecondsText(situation.timeOf(OperationKind::HostFunction))
                    + ", and what stands behind in the stream waits for the CPU.";
    proposal.advice =
        "Give host functions a stream of their own, behind an event, where later work does not need them.";
    proposal.candidates = {{"move:host_function,stream=functions"}};
    proposal.evidence = {{"functions", static_cast<double>(functions)},
                         {"function_us", static_cast<double>(situation.timeOf(OperationKind::HostFunction)) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredHostFunctions{"host-functions", proposeHostFunctions};

} // namespace

} // namespace streamscope
