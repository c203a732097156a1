// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/translatable.h"

namespace streamscope {

namespace {

/// The NULL stream waits for all blocking streams, and they wait for it.
std::vector<Proposal> proposeNullStreamOrder(const Situation &situation)
{
    bool usesNull = false, usesBlocking = false;
    for (const Operation &operation : situation.program.operations) {
        if (operation.stream < 0)
            continue;
        const Stream &stream = situation.program.streams[static_cast<std::size_t>(operation.stream)];
        usesNull = usesNull || stream.kind == StreamKind::LegacyDefault;
        usesBlocking = usesBlocking || (stream.kind != StreamKind::LegacyDefault && !stream.nonBlocking);
    }
    if (!usesNull || !usesBlocking)
        return {};
    Proposal proposal;
    proposal.text = QT_TRANSLATE_NOOP("engine", "The NULL stream is used beside blocking streams: each of its "
                                                "operations waits for all of theirs, and theirs for it.");
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine",
        "Create the streams with cudaStreamNonBlocking, and order them by events where they need one another.");
    proposal.candidates = {{"nonblocking"}};
    return {proposal};
}

const RegisteredCause registeredNullStreamOrder{"null-stream-order", proposeNullStreamOrder};

} // namespace

} // namespace streamscope
