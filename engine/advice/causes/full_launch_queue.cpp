// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// How long the calls of one stream held the host because the stream had no room.
struct FullQueue
{
    std::int64_t heldNs = 0;
    std::size_t calls = 0;
};

/// When the host came to operation `i` of a stream: the call before it was made, and was not held itself. (When a call
/// that is held begins, the model and a GPU say differently.)
std::int64_t askedAt(const Timeline &timeline, const std::vector<std::size_t> &operations, std::size_t i,
                     std::size_t depth)
{
    const std::int64_t before = operations[i] > 0 ? timeline.issue(operations[i] - 1) : unknownTime;
    if (before == unknownTime || i == depth)
        return before;
    return std::max(before, timeline.starts()[operations[i - 1 - depth]]);
}

/// A stream holds as many operations as `depth`: the next call has to wait until the first of them starts.
FullQueue fullQueueOf(const Situation &situation, const std::vector<std::size_t> &operations, std::size_t depth)
{
    FullQueue full;
    for (std::size_t i = depth; i < operations.size(); ++i) {
        const std::int64_t asked = askedAt(situation.timeline, operations, i, depth);
        const std::int64_t room = situation.timeline.starts()[operations[i - depth]];
        if (asked == unknownTime || room <= asked)
            continue;
        full.heldNs += room - asked;
        ++full.calls;
    }
    return full;
}

/// The host cannot issue the work of other streams while a call waits for room in one.
std::vector<Proposal> proposeFullLaunchQueue(const Situation &situation)
{
    const auto depth = static_cast<std::size_t>(std::max(situation.profile.host.launchQueueDepth, 0));
    if (depth == 0 || situation.program.streams.size() < 2)
        return {};
    std::vector<std::vector<std::size_t>> byStream(situation.program.streams.size());
    for (std::size_t i = 0; i < situation.program.operations.size(); ++i)
        if (const Operation &operation = situation.program.operations[i];
            runsOnGpu(operation.kind) && operation.stream >= 0 && !situation.program.inGraph(operation))
            byStream[static_cast<std::size_t>(operation.stream)].push_back(i);
    FullQueue worst;
    std::size_t stream = 0;
    for (std::size_t s = 0; s < byStream.size(); ++s)
        if (const FullQueue full = fullQueueOf(situation, byStream[s], depth); full.heldNs > worst.heldNs) {
            worst = full;
            stream = s;
        }
    if (50 * worst.heldNs < situation.spanNs)
        return {};
    Proposal proposal;
    proposal.text =
        worst.calls == 1
            ? Phrase("engine", "Stream %1 was full, with %2 operations: the host was held for %3 in 1 call, and issued "
                               "nothing to other streams meanwhile.")
                  .arg(situation.program.streams[stream].id, depth, millisecondsText(worst.heldNs))
            : Phrase("engine", "Stream %1 was full, with %2 operations: the host was held for %3 in %4 calls, and "
                               "issued nothing to other streams meanwhile.")
                  .arg(situation.program.streams[stream].id, depth, millisecondsText(worst.heldNs), worst.calls);
    proposal.advice =
        QT_TRANSLATE_NOOP("engine", "Submit the many operations as CUDA graphs, each of which takes one place; or "
                                    "issue the work of the other streams first, or from another thread.");
    proposal.candidates = {{"graph"}};
    proposal.evidence = {{"held_us", static_cast<double>(worst.heldNs) / 1e3},
                         {"calls", static_cast<double>(worst.calls)}};
    return {proposal};
}

const RegisteredCause registeredFullLaunchQueue{"full-launch-queue", proposeFullLaunchQueue};

} // namespace

} // namespace streamscope
