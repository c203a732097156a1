// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// By default a pool gives its memory back at each synchronisation and gets it anew.
std::vector<Proposal> proposeForgetfulPool(const Situation &situation)
{
    const Situation::Sum calls =
        situation.sumOf([](const Operation &operation, std::size_t) { return isStreamOrdered(operation); });
    if (calls.count < 4 || situation.countOf(OperationKind::Sync) < 2)
        return {};
    Proposal proposal;
    proposal.text = Phrase("engine", "Memory comes from a pool in %1 calls, and the host synchronises %2 times: each "
                                     "time the pool gives its unused memory back.")
                        .arg(calls.count, situation.countOf(OperationKind::Sync));
    proposal.advice = QT_TRANSLATE_NOOP("engine", "Let the pool keep its memory: cudaMemPoolAttrReleaseThreshold.");
    proposal.candidates = {{"pool"}};
    proposal.evidence = {{"calls", static_cast<double>(calls.count)}};
    return {proposal};
}

const RegisteredCause registeredForgetfulPool{"forgetful-pool", proposeForgetfulPool};

} // namespace

} // namespace streamscope
