// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

#include <set>

namespace streamscope {

namespace {

/// What a thread has copied back since its last synchronisation.
struct CopiedBack
{
    std::size_t copies = 0, others = 0; ///< others: work of the GPU behind the last copy
    std::int32_t stream = Operation::none;
    std::int32_t awaited = Operation::none; ///< stream of the last result that the thread waited for
};

/// A server that answers its requests in turn on several streams, and waits for each answer before it takes the next
/// request: nothing overlaps.
std::vector<Proposal> proposeAwaitedResults(const Situation &situation)
{
    constexpr std::size_t fewest = 6;
    if (!situation.isTrace) // elsewhere the buffers say whether the host needs the result
        return {};
    std::vector<CopiedBack> threads(static_cast<std::size_t>(situation.program.threadCount()));
    std::set<std::int32_t> streams;
    std::size_t awaited = 0, turns = 0, waits = 0;
    for (const Operation &operation : situation.program.operations) {
        CopiedBack &back = threads[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::D2H) {
            ++back.copies;
            back.others = 0;
            back.stream = operation.stream;
        } else if (runsOnGpu(operation.kind)) {
            ++back.others;
        } else if (operation.kind == OperationKind::Sync) {
            ++waits;
            if (back.copies > 0 && back.others == 0) {
                ++awaited;
                turns += back.awaited != Operation::none && back.awaited != back.stream ? 1 : 0;
                back.awaited = back.stream;
                streams.insert(back.stream);
            }
            back.copies = back.others = 0;
        }
    }
    // Each on another stream than the one before: the program has a set of buffers for each stream.
    if (awaited < fewest || turns + threads.size() < awaited || waits > awaited + threads.size())
        return {};
    Proposal proposal;
    proposal.text =
        Phrase("engine",
               "The host waits for each of %1 results before it issues the next work, which goes to another of "
               "%2 streams: nothing overlaps.")
            .arg(awaited, streams.size());
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine",
        "Wait for a result only before its stream, and its buffers, are used again, so that work of all streams "
        "is on the way.");
    proposal.candidates = {{"postpone"}};
    proposal.evidence = {{"results", static_cast<double>(awaited)}, {"streams", static_cast<double>(streams.size())}};
    return {proposal};
}

const RegisteredCause registeredAwaitedResults{"awaited-results", proposeAwaitedResults};

} // namespace

} // namespace streamscope
