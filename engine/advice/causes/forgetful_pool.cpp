// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

namespace streamscope {

namespace {

/// By default a pool gives its memory back at each synchronisation and gets it anew.
std::vector<Proposal> proposeForgetfulPool(const Situation &situation)
{
    const Situation::Sum calls = situation.sumOf([](const Operation &operation, std::size_t) {
        return isAllocation(operation.kind) && operation.stream != Operation::none;
    });
    if (calls.count < 4 || situation.countOf(OperationKind::Sync) < 2)
        return {};
    Proposal proposal;
    proposal.text = "Memory comes from a pool in " + std::to_string(calls.count) + " calls, and the host synchronises "
                    + std::to_string(situation.countOf(OperationKind::Sync))
                    + " times: each time the pool gives its unused memory back.";
    proposal.advice = "Let the pool keep its memory: cudaMemPoolAttrReleaseThreshold.";
    proposal.candidates = {{"pool"}};
    proposal.evidence = {{"calls", static_cast<double>(calls.count)}};
    return {proposal};
}

const RegisteredCause registeredForgetfulPool{"forgetful-pool", proposeForgetfulPool};

} // namespace

} // namespace streamscope
