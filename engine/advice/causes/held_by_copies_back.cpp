// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

#include <string>
#include <utility>

namespace streamscope {

namespace {

/// By stream: its waits for events of other streams, and how many of these events are recorded behind a copy back.
struct StreamWaits
{
    std::size_t waits = 0, forCopiesBack = 0, kernels = 0;
};

std::vector<StreamWaits> waitsOf(const Program &program)
{
    std::vector<StreamWaits> waits(program.streams.size());
    std::vector<bool> copiedBack(program.streams.size(), false), recordedBehind(program.events.size(), false);
    for (const Operation &operation : program.operations) {
        if (operation.stream < 0)
            continue;
        const auto stream = static_cast<std::size_t>(operation.stream);
        if (operation.kind == OperationKind::EventRecord) {
            recordedBehind[static_cast<std::size_t>(operation.event)] = copiedBack[stream];
        } else if (operation.kind == OperationKind::EventWait) {
            ++waits[stream].waits;
            waits[stream].forCopiesBack += recordedBehind[static_cast<std::size_t>(operation.event)] ? 1 : 0;
        } else if (runsOnGpu(operation.kind)) {
            copiedBack[stream] = operation.kind == OperationKind::D2H;
            waits[stream].kernels += operation.kind == OperationKind::Kernel ? 1 : 0;
        }
    }
    return waits;
}

Proposal proposalFor(std::string text, std::string change, std::size_t waits)
{
    Proposal proposal;
    proposal.text = std::move(text);
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine", "Write results to two buffers in turn, so that a kernel waits for the copy before the last one.");
    proposal.candidates = {{std::move(change)}};
    proposal.evidence = {{"waits", static_cast<double>(waits)}};
    return proposal;
}

/// Kernels that wait until their last result is copied back, before they write the next one to the same place. Where
/// several streams do, and nothing else waits, each of them alone wins little: the others still wait.
std::vector<Proposal> proposeHeldByCopiesBack(const Situation &situation)
{
    constexpr std::size_t fewest = 3;
    if (!situation.isTrace) // elsewhere the buffers would race
        return {};
    const std::vector<StreamWaits> waits = waitsOf(situation.program);
    std::vector<Proposal> proposals;
    std::size_t all = 0, held = 0;
    for (std::size_t s = 0; s < waits.size(); ++s) {
        all += waits[s].waits;
        if (waits[s].forCopiesBack < fewest || waits[s].forCopiesBack < waits[s].waits || waits[s].kernels == 0)
            continue;
        held += waits[s].waits;
        const std::string &stream = situation.program.streams[s].id;
        proposals.push_back(proposalFor(
            Phrase(
                "engine",
                "The kernels of stream %1 wait %2 times until a result is copied back, before they make the next one.")
                .arg(stream, waits[s].waits),
            "drop:event_wait stream:" + stream, waits[s].waits));
    }
    if (proposals.size() < 2 || held < all)
        return proposals;
    return {proposalFor(
        Phrase("engine",
               "The kernels of %1 streams wait %2 times until a result is copied back, before they make the next one.")
            .arg(proposals.size(), held),
        "drop:event_wait", held)};
}

const RegisteredCause registeredHeldByCopiesBack{"held-by-copies-back", proposeHeldByCopiesBack};

} // namespace

} // namespace streamscope
