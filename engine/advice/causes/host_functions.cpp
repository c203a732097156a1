// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// What stands behind a host function in its stream waits for the CPU.
std::vector<Proposal> proposeHostFunctions(const Situation &situation)
{
    const std::size_t functions = situation.countOf(OperationKind::HostFunction);
    const Situation::Sum unknown = situation.sumOf([](const Operation &operation, std::size_t) {
        return operation.kind == OperationKind::HostFunction && operation.reads.empty() && operation.writes.empty();
    });
    // A function that names no data may need all that stands before it, and what follows it; in a trace none names any.
    if (functions == 0 || (unknown.count > 0 && !situation.isTrace))
        return {};
    Proposal proposal;
    proposal.text =
        functions == 1
            ? Phrase("engine", "1 host function takes %1, and what stands behind in the stream waits for the CPU.")
                  .arg(millisecondsText(situation.timeOf(OperationKind::HostFunction)))
            : Phrase("engine", "%1 host functions take %2, and what stands behind in the stream waits for the CPU.")
                  .arg(functions, millisecondsText(situation.timeOf(OperationKind::HostFunction)));
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine", "Give host functions a stream of their own, behind an event, where later work does not need them.");
    proposal.candidates = {{"move:host_function,stream=functions"}};
    if (situation.isTrace && situation.countOf(OperationKind::D2H) > 0) // which mostly get their data from there
        proposal.candidates.push_back({"move:d2h host_function,stream=results"});
    proposal.evidence = {{"functions", static_cast<double>(functions)},
                         {"function_us", static_cast<double>(situation.timeOf(OperationKind::HostFunction)) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredHostFunctions{"host-functions", proposeHostFunctions};

} // namespace

} // namespace streamscope
