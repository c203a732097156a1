// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Work on one stream runs in turn, also where it does not need one another.
std::vector<Proposal> proposeOneStream(const Situation &situation)
{
    if (situation.isTrace) // a trace does not say what needs what: few-chunks and late-copies say what they assume
        return {};
    std::vector<std::size_t> operations(situation.program.streams.size(), 0);
    std::size_t most = 0;
    for (const Operation &operation : situation.program.operations)
        if (operation.stream >= 0 && runsOnGpu(operation.kind))
            most = std::max(most, ++operations[static_cast<std::size_t>(operation.stream)]);
    if (most < 4)
        return {};
    Proposal proposal;
    proposal.text =
        Phrase("engine", "One stream has %1 operations, which run in turn also where their data do not need that.")
            .arg(most);
    proposal.advice = QT_TRANSLATE_NOOP("engine", "Give work on separate data streams of its own.");
    proposal.candidates = {{"spread"}, {"spread:streams=8", 1.02}};
    proposal.evidence = {{"operations", static_cast<double>(most)}};
    return {proposal};
}

const RegisteredCause registeredOneStream{"one-stream", proposeOneStream};

} // namespace

} // namespace streamscope
