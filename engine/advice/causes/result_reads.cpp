// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::uint64_t mostBytes = 64; // a number or a few

/// The next operation of the same thread that is no work of the host.
std::vector<std::size_t> nextCalls(const Program &program)
{
    std::vector<std::size_t> next(program.operations.size(), program.operations.size());
    std::vector<std::size_t> latest(static_cast<std::size_t>(program.threadCount()), program.operations.size());
    for (std::size_t i = program.operations.size(); i-- > 0;) {
        const Operation &operation = program.operations[i];
        std::size_t &behind = latest[static_cast<std::size_t>(operation.thread)];
        next[i] = behind;
        if (operation.kind != OperationKind::HostWork)
            behind = i;
    }
    return next;
}

/// `.item()`, or a flag that is read back, in a loop: the host waits for each, in a call of its own or in that of
/// cudaMemcpy.
std::vector<Proposal> proposeResultReads(const Situation &situation)
{
    constexpr std::size_t fewest = 3;
    if (!situation.isTrace) // elsewhere the buffers say whether the host needs the result
        return {};
    const std::vector<Operation> &operations = situation.program.operations;
    const std::vector<std::size_t> next = nextCalls(situation.program);
    std::size_t reads = 0, largest = 0, others = 0;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const bool isSmall = operations[i].kind == OperationKind::D2H && operations[i].bytes <= mostBytes;
        const bool isWaitedFor = situation.isPageable(operations[i])
                                 || (next[i] < operations.size() && operations[next[i]].kind == OperationKind::Sync);
        reads += isSmall && isWaitedFor ? 1 : 0;
        largest = isSmall ? std::max<std::size_t>(largest, operations[i].bytes) : largest;
        others += operations[i].kind == OperationKind::Sync ? 1 : 0;
    }
    if (reads < fewest || others > reads + 1)
        return {};
    Proposal proposal;
    proposal.text =
        Phrase("engine",
               "The host reads a result of at most %1 bytes back %2 times and waits for each (.item(), a flag).")
            .arg(largest, reads);
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine", "Keep the results on the device and read them once at the end, or every some steps.");
    proposal.candidates = {{"drop:d2h sync bytes<=64"}};
    proposal.evidence = {{"reads", static_cast<double>(reads)}};
    return {proposal};
}

const RegisteredCause registeredResultReads{"result-reads", proposeResultReads};

} // namespace

} // namespace streamscope
