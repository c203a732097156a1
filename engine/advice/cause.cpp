// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"

#include <map>

namespace streamscope {

namespace {

/// Function-local, because the causes register themselves before main() in an unknown order.
std::map<std::string, Cause> &knownCauses()
{
    static std::map<std::string, Cause> causes;
    return causes;
}

} // namespace

RegisteredCause::RegisteredCause(std::string id, Cause cause)
{
    knownCauses().emplace(std::move(id), cause);
}

std::vector<Proposal> proposalsFor(const Situation &situation)
{
    std::vector<Proposal> all;
    for (const auto &[id, cause] : knownCauses())
        for (Proposal &proposal : cause(situation)) {
            proposal.cause = id;
            all.push_back(std::move(proposal));
        }
    return all;
}

std::vector<std::string> causeIds()
{
    std::vector<std::string> ids;
    for (const auto &[id, cause] : knownCauses())
        ids.push_back(id);
    return ids;
}

} // namespace streamscope
